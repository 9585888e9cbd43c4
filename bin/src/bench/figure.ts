/** The limit of a figure, and whether it is met. A missed `required` limit fails the run; a missed `target` is only reported. */
export type Bound = {
  readonly kind: "required" | "target";
  readonly description: string;
  readonly isMet: boolean;
};

/** A measured figure, with a reference from the same run if there is one. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly reference: { readonly name: string; readonly value: number } | null;
  /** value ÷ reference */
  readonly ratio: number | null;
  readonly bound: Bound | null;
};

/** The size of a run. From these numbers, each measurement derives its duration and the amount of its data. */
export type Effort = { readonly seconds: number; readonly events: number };

/** True for a run with `--quick`, which uses small amounts of data. */
export const isQuickRun = ({ events }: Effort): boolean => events < 10_000;

/** A measurement, which gives one or more figures. */
export type Measurement = { readonly name: string; readonly run: (effort: Effort) => Promise<Figure[]> };

/** A figure without a reference. */
export function figure(name: string, value: number, unit: string, bound: Bound | null = null): Figure {
  return { name, value, unit, reference: null, ratio: null, bound };
}

/** A figure with a reference in the same unit. */
export function figureWithReference(
  name: string,
  value: number,
  unit: string,
  reference: { readonly name: string; readonly value: number },
  bound: ((ratio: number) => Bound) | null = null,
): Figure {
  const ratio = value / reference.value;
  return { name, value, unit, reference, ratio, bound: bound?.(ratio) ?? null };
}

/** An upper limit for a value. */
export const atMost = (kind: Bound["kind"], maximum: number, unit: string, value: number): Bound => ({
  kind,
  description: `≤ ${maximum} ${unit}`,
  isMet: value <= maximum,
});

/** A lower limit for a ratio. */
export const ratioAtLeast =
  (kind: Bound["kind"], minimum: number) =>
  (ratio: number): Bound => ({ kind, description: `≥ ${minimum} ×`, isMet: ratio >= minimum });

/** A percentile of the samples; `fraction` is from 0 to 1. `NaN` without samples, which meets no bound. */
export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** Formats a value with two decimals, with one from 10 on, and with none from 100 on. */
export const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value >= 10 ? 1 : 2);

/** Formats figures as a table. */
export function formatFigures(figures: readonly Figure[]): string {
  const header = ["figure", "value", "reference", "ratio", "bound", ""];
  const rows = figures.map(({ name, value, unit, reference, ratio, bound }) => [
    name,
    `${formatNumber(value)} ${unit}`,
    reference ? `${formatNumber(reference.value)} ${unit} (${reference.name})` : "",
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    bound ? `${bound.kind} ${bound.description}` : "",
    bound ? (bound.isMet ? "met" : "MISSED") : "",
  ]);
  return alignColumns(header, rows);
}

/** Aligns cells in columns, with at least two spaces between them. */
export function alignColumns(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, index) =>
    Math.max(...[header, ...rows].map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [header, ...rows].map(line).join("\n");
}

/** Reads the names and values of a table that {@link formatFigures} of this version or of an older one made. */
export function readTable(output: string): { name: string; value: number; unit: string }[] {
  return output.split("\n").flatMap((line) => {
    const [name = "", cell = ""] = line.split(/ {2,}/);
    const [, value, unit = ""] = /^([\d.,]+) ?(.*)$/.exec(cell) ?? [];
    return value === undefined ? [] : [{ name, value: Number(value.replaceAll(",", "")), unit }];
  });
}
