/**
 * A text colour. `colour` is the value stored in entries. `token` is the CSS variable with the shade that a theme shows for this colour;
 * `shared/text-colours.css` defines it.
 */
export type TextColour = { readonly name: string; readonly colour: string; readonly token: string };

/** The text colours. Each is readable on every theme. */
export const textColours: readonly TextColour[] = [
  { name: "Red", colour: "#8f1d14", token: "--text-colour-red" },
  { name: "Brown", colour: "#763c00", token: "--text-colour-brown" },
  { name: "Green", colour: "#1b5130", token: "--text-colour-green" },
  { name: "Teal", colour: "#0d4f57", token: "--text-colour-teal" },
  { name: "Blue", colour: "#1d4283", token: "--text-colour-blue" },
  { name: "Violet", colour: "#582a86", token: "--text-colour-violet" },
  { name: "Pink", colour: "#881a5a", token: "--text-colour-pink" },
  { name: "Grey", colour: "#574d43", token: "--text-colour-grey" },
];

type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number };

function hslOf(colour: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (offset) => Number.parseInt(colour.slice(offset, offset + 2), 16) / 255,
  );
  const largest = Math.max(red, green, blue);
  const smallest = Math.min(red, green, blue);
  const range = largest - smallest;
  const lightness = (largest + smallest) / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const hueSector =
    largest === red
      ? (green - blue) / range
      : largest === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return {
    hue: (hueSector * 60 + 360) % 360,
    saturation: range / (1 - Math.abs(2 * lightness - 1)),
    lightness,
  };
}

/**
 * The text colour with the nearest hue, so that pasted text is readable in every theme; null for black, white and near-grey
 * colours, which become the default colour.
 *
 * @param colour `#rrggbb`
 */
export function nearestTextColour(colour: string): TextColour | null {
  const { hue, saturation, lightness } = hslOf(colour);
  if (lightness < 0.12 || lightness > 0.95 || saturation < 0.2) return null;
  const hueDistance = (textColour: TextColour): number => {
    const distance = Math.abs(hslOf(textColour.colour).hue - hue);
    return Math.min(distance, 360 - distance);
  };
  // The last text colour is grey. It is left out, because greyish colours have returned null above.
  return textColours
    .slice(0, -1)
    .reduce((best, textColour) => (hueDistance(textColour) < hueDistance(best) ? textColour : best));
}
