/** A colour to write with; `colour` is how an entry keeps it, and `shared/pens.css` how each theme shows it. */
export type Pen = { readonly name: string; readonly colour: string; readonly token: string };

/** The pens: few, and each of them reads on the paper of every theme. */
export const pens: readonly Pen[] = [
  { name: "Red", colour: "#8f1d14", token: "--pen-red" },
  { name: "Brown", colour: "#763c00", token: "--pen-brown" },
  { name: "Green", colour: "#1b5130", token: "--pen-green" },
  { name: "Teal", colour: "#0d4f57", token: "--pen-teal" },
  { name: "Blue", colour: "#1d4283", token: "--pen-blue" },
  { name: "Violet", colour: "#582a86", token: "--pen-violet" },
  { name: "Pink", colour: "#881a5a", token: "--pen-pink" },
  { name: "Grey", colour: "#574d43", token: "--pen-grey" },
];

type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number };

function hslOf(colour: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const range = most - least;
  const lightness = (most + least) / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return { hue: (sixth * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

/**
 * The pen nearest in hue to a colour from elsewhere, so that a paste reads in every theme; null where the plain ink is
 * meant: black, white and what is hardly a colour.
 *
 * @param colour `#rrggbb`
 */
export function nearestPen(colour: string): Pen | null {
  const { hue, saturation, lightness } = hslOf(colour);
  if (lightness < 0.12 || lightness > 0.95 || saturation < 0.2) return null;
  const apart = (pen: Pen): number => {
    const distance = Math.abs(hslOf(pen.colour).hue - hue);
    return Math.min(distance, 360 - distance);
  };
  return pens.slice(0, -1).reduce((best, pen) => (apart(pen) < apart(best) ? pen : best));
}
