/** What a figure has to reach: a `hold` fails the run when it is missed, an `aim` is reported. */
export type Bound = { readonly kind: "hold" | "aim"; readonly says: string; readonly met: boolean };

/** One measured figure, beside a reference from the same run where there is one. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly reference: { readonly name: string; readonly value: number } | null;
  /** value ÷ reference */
  readonly ratio: number | null;
  readonly bound: Bound | null;
};

/** How long a run measures. */
export type Effort = { readonly seconds: number; readonly events: number };

/** One thing to measure; it gives one or more figures. */
export type Measurement = { readonly name: string; readonly run: (effort: Effort) => Promise<Figure[]> };

/** A figure without a reference. */
export function figure(name: string, value: number, unit: string, bound: Bound | null = null): Figure {
  return { name, value, unit, reference: null, ratio: null, bound };
}

/** A figure beside its reference, in the same unit. */
export function compared(
  name: string,
  value: number,
  unit: string,
  reference: { readonly name: string; readonly value: number },
  bound: ((ratio: number) => Bound) | null = null,
): Figure {
  const ratio = value / reference.value;
  return { name, value, unit, reference, ratio, bound: bound?.(ratio) ?? null };
}

/** A value that may not be larger. */
export const atMost = (kind: Bound["kind"], most: number, unit: string, value: number): Bound => ({
  kind,
  says: `≤ ${most} ${unit}`,
  met: value <= most,
});

/** A ratio that may not be smaller. */
export const ratioOf =
  (kind: Bound["kind"], least: number) =>
  (ratio: number): Bound => ({ kind, says: `≥ ${least} ×`, met: ratio >= least });

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const round = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value >= 10 ? 1 : 2);

/** The figures as people read them. */
export function table(figures: readonly Figure[]): string {
  const head = ["figure", "value", "reference", "ratio", "bound", ""];
  const rows = figures.map(({ name, value, unit, reference, ratio, bound }) => [
    name,
    `${round(value)} ${unit}`,
    reference ? `${round(reference.value)} ${unit} (${reference.name})` : "",
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    bound ? `${bound.kind} ${bound.says}` : "",
    bound ? (bound.met ? "met" : "MISSED") : "",
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}
