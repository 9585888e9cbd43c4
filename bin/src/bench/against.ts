import { join } from "node:path";
import { rawRate } from "./autosave.ts";
import { type BenchProduct, withProduct } from "./bench-product.ts";
import { openCallClient } from "./call-client.ts";
import { loadOf } from "./call-load.ts";
import { compareAlternately, type Comparison, type Round, type Sample } from "./comparison.ts";
import { columns, percentile, readTable, rounded } from "./figure.ts";
import { isUnknownCall, type MeasuredCall, measuredCalls } from "./measured-calls.ts";
import { ownCheckout, ProgramFailed, runProgram, withCheckout } from "./other-checkout.ts";
import { rateOf } from "./writers.ts";

const rounds = 9;
const quickRounds = 3;
const secondsOfRound = 2;

/** Prepares one call on one version; a round of it is two seconds of calls by `writers` clients. */
async function prepareRound(
  running: BenchProduct,
  { name, prepare }: MeasuredCall,
  writers: number,
): Promise<{ round: Round; close: () => void }> {
  const client = await openCallClient(running.url);
  const call = await prepare(client, writers);
  await rateOf(writers, secondsOfRound, call);
  const title = `${name}, ${writers === 1 ? "1 writer" : `${writers} writers`}`;
  const round = async (): Promise<Sample[]> => {
    const { rate, times, cpu } = await loadOf(running.product, writers, secondsOfRound, call);
    return [
      { name: `${title}: rate`, value: rate, unit: "/s" },
      { name: `${title}: p50`, value: percentile(times, 0.5), unit: "ms" },
      { name: `${title}: p95`, value: percentile(times, 0.95), unit: "ms" },
      { name: `${title}: processor time of the server`, value: cpu.server, unit: "ms" },
      { name: `${title}: processor time of PostgreSQL`, value: cpu.postgres, unit: "ms" },
    ];
  };
  return { round, close: () => client.close() };
}

/** The reference: inserts straight into PostgreSQL, the same code for both versions. Its ratio shows the noise of the machine. */
const rawRound =
  ({ dataFolder }: BenchProduct, writers: number): Round =>
  async () => [
    {
      name: `raw inserts, ${writers === 1 ? "1 writer" : `${writers} writers`}: rate`,
      value: await rawRate(dataFolder, writers, secondsOfRound / 2),
      unit: "/s",
    },
  ];

type Products = { readonly thisProduct: BenchProduct; readonly otherProduct: BenchProduct };

async function compareCall(
  { thisProduct, otherProduct }: Products,
  call: MeasuredCall,
  count: number,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const writers of call.writers) {
    const ownRound = await prepareRound(thisProduct, call, writers);
    const otherRound = await prepareRound(otherProduct, call, writers);
    comparisons.push(...(await compareAlternately(count, ownRound.round, otherRound.round)));
    ownRound.close();
    otherRound.close();
  }
  return comparisons;
}

/** Compares raw inserts, by every number of writers that one of the calls uses. */
async function compareReference(
  { thisProduct, otherProduct }: Products,
  calls: readonly MeasuredCall[],
  count: number,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const writers of new Set(calls.flatMap((call) => call.writers))) {
    comparisons.push(
      ...(await compareAlternately(count, rawRound(thisProduct, writers), rawRound(otherProduct, writers))),
    );
  }
  return comparisons;
}

/** Runs a version's own measurement, and reads the table that it prints. A missed bound does not fail the comparison. */
const ownMeasurement =
  (checkout: string, name: string): Round =>
  async () => {
    const program = join(checkout, "dist", "server", "bench.mjs");
    const output = await runProgram(process.execPath, [program, "--only", name, "--quick"], checkout).catch(
      (error: unknown) => {
        if (error instanceof ProgramFailed && error.stdout !== "") return error.stdout;
        throw error;
      },
    );
    return readTable(output);
  };

/**
 * Measures the same figures alternately here and on another commit. Calls over HTTP are made by this version's client on both products;
 * any other measurement is run by each version itself.
 *
 * @param names of {@link measuredCalls}, or of measurements that both versions have; all calls when it is empty
 */
export async function compareAgainst(
  commit: string,
  names: readonly string[],
  isQuick: boolean,
  print: (line: string) => void,
): Promise<Comparison[]> {
  const count = isQuick ? quickRounds : rounds;
  const calls = measuredCalls.filter(({ name }) => names.length === 0 || names.includes(name));
  const measurements = names.filter((name) => !calls.some((call) => call.name === name));
  print(`Building ${commit} …`);
  return withCheckout(commit, async (checkout) => {
    const comparisons: Comparison[] = [];
    if (calls.length > 0) {
      await withProduct(async (thisProduct) => {
        await withProduct(async (otherProduct) => {
          print("Measuring raw inserts …");
          comparisons.push(...(await compareReference({ thisProduct, otherProduct }, calls, count)));
          for (const call of calls) {
            print(`Measuring ${call.name} …`);
            try {
              comparisons.push(...(await compareCall({ thisProduct, otherProduct }, call, count)));
            } catch (error) {
              if (!isUnknownCall(error)) throw error;
              print(`${commit} has no ${call.name}.`);
            }
          }
        }, checkout);
      });
    }
    for (const name of measurements) {
      print(`Measuring ${name} …`);
      const [ownFigures, otherFigures] = [ownMeasurement(ownCheckout, name), ownMeasurement(checkout, name)];
      try {
        comparisons.push(...(await compareAlternately(quickRounds, ownFigures, otherFigures)));
      } catch (error) {
        if (!(error instanceof ProgramFailed)) throw error;
        print(`${name} was not compared: ${error.message}`);
      }
    }
    return comparisons;
  });
}

/** Prints comparisons. A ratio above 1 means that the figure is higher here. */
export function comparisonTable(commit: string, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, unit, here, there, ratio }) => [
    name,
    `${rounded(here)} ${unit}`,
    `${rounded(there)} ${unit}`,
    `${ratio.median.toFixed(2)} ×`,
    `${ratio.lowest.toFixed(2)} – ${ratio.highest.toFixed(2)}`,
  ]);
  return columns(["figure", "here", commit, "here ÷ there", "of the rounds"], rows);
}
