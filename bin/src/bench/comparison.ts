import { percentile } from "./figure.ts";

/** The same figure of two versions: `here` is the version that runs the benchmark, `there` the other one. */
export type Comparison = {
  readonly name: string;
  readonly unit: string;
  /** the median of all rounds of this version */
  readonly here: number;
  /** the median of all rounds of the other version */
  readonly there: number;
  /** here ÷ there: the median, the lowest and the highest of all rounds */
  readonly ratio: { readonly median: number; readonly lowest: number; readonly highest: number };
};

/** A figure of one round. */
export type Sample = { readonly name: string; readonly value: number; readonly unit: string };
/** Runs one round on one version. Returns the figures that the round measured. */
export type Round = () => Promise<readonly Sample[]>;

/** Measures two versions alternately, A B and then B A, so that a busy machine slows both. */
export async function compareAlternately(
  roundCount: number,
  roundHere: Round,
  roundThere: Round,
): Promise<Comparison[]> {
  const pairs: { here: readonly Sample[]; there: readonly Sample[] }[] = [];
  for (let round = 0; round < roundCount; round++) {
    if (round % 2 === 0) {
      const samplesHere = await roundHere();
      pairs.push({ here: samplesHere, there: await roundThere() });
    } else {
      const samplesThere = await roundThere();
      pairs.push({ here: await roundHere(), there: samplesThere });
    }
  }
  const comparisons: Comparison[] = [];
  for (const { name, unit } of pairs[0]?.here ?? []) {
    const valuesOf = (side: "here" | "there") =>
      pairs.flatMap((pair) => pair[side].find((sample) => sample.name === name)?.value ?? []);
    const [valuesHere, valuesThere] = [valuesOf("here"), valuesOf("there")];
    // One version did not measure this figure in every round.
    if (valuesThere.length !== valuesHere.length) continue;
    const ratios = valuesHere.map((value, index) => value / (valuesThere[index] ?? Number.NaN));
    comparisons.push({
      name,
      unit,
      here: percentile(valuesHere, 0.5),
      there: percentile(valuesThere, 0.5),
      ratio: { median: percentile(ratios, 0.5), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    });
  }
  return comparisons;
}
