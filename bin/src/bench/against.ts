import { join } from "node:path";
import { measureRawRate } from "./autosave.ts";
import { type BenchProduct, withProduct } from "./bench-product.ts";
import { type CallClient, openCallClient } from "./call-client.ts";
import { measureLoad } from "./call-load.ts";
import { compareAlternately, type Comparison, type Round, type Sample } from "./comparison.ts";
import { alignColumns, percentile, readTable, formatNumber } from "./figure.ts";
import { isUnknownCall, type MeasuredCall, measuredCalls } from "./measured-calls.ts";
import { thisCheckout, ProgramFailed, runProgram, withCheckout } from "./other-checkout.ts";
import { measureRate } from "./writers.ts";

const fullRounds = 9;
const quickRounds = 3;
const secondsPerRound = 2;

async function withCallClient<T>(url: string, work: (client: CallClient) => Promise<T>): Promise<T> {
  const client = await openCallClient(url);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** Prepares one call on one version, and warms it up. In a round, `writerCount` writers repeat the call for two seconds. */
async function prepareRound(
  { product }: BenchProduct,
  client: CallClient,
  { name, prepare }: MeasuredCall,
  writerCount: number,
): Promise<Round> {
  const call = await prepare(client, writerCount);
  await measureRate(writerCount, secondsPerRound, call);
  const title = `${name}, ${writerCount === 1 ? "1 writer" : `${writerCount} writers`}`;
  return async (): Promise<Sample[]> => {
    const { rate, times, cpu } = await measureLoad(product, writerCount, secondsPerRound, call);
    return [
      { name: `${title}: rate`, value: rate, unit: "/s" },
      { name: `${title}: p50`, value: percentile(times, 0.5), unit: "ms" },
      { name: `${title}: p95`, value: percentile(times, 0.95), unit: "ms" },
      { name: `${title}: processor time of the server`, value: cpu.server, unit: "ms" },
      { name: `${title}: processor time of PostgreSQL`, value: cpu.postgres, unit: "ms" },
    ];
  };
}

/**
 * The reference: raw inserts into the PostgreSQL of one version. The same code inserts for both versions, so a ratio other than 1 is noise
 * of the machine.
 */
const createRawInsertsRound =
  ({ dataFolder }: BenchProduct, writerCount: number): Round =>
  async () => [
    {
      name: `raw inserts, ${writerCount === 1 ? "1 writer" : `${writerCount} writers`}: rate`,
      value: await measureRawRate(dataFolder, writerCount, secondsPerRound / 2),
      unit: "/s",
    },
  ];

type Products = { readonly thisProduct: BenchProduct; readonly otherProduct: BenchProduct };

async function compareCall(
  { thisProduct, otherProduct }: Products,
  call: MeasuredCall,
  roundCount: number,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const writerCount of call.writerCounts) {
    const callComparisons = await withCallClient(thisProduct.url, (clientHere) =>
      withCallClient(otherProduct.url, async (clientThere) => {
        const roundHere = await prepareRound(thisProduct, clientHere, call, writerCount);
        const roundThere = await prepareRound(otherProduct, clientThere, call, writerCount);
        return compareAlternately(roundCount, roundHere, roundThere);
      }),
    );
    comparisons.push(...callComparisons);
  }
  return comparisons;
}

/** Compares raw inserts, with every number of writers that one of the calls uses. */
async function compareReference(
  { thisProduct, otherProduct }: Products,
  calls: readonly MeasuredCall[],
  roundCount: number,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const writerCount of new Set(calls.flatMap((call) => call.writerCounts))) {
    comparisons.push(
      ...(await compareAlternately(
        roundCount,
        createRawInsertsRound(thisProduct, writerCount),
        createRawInsertsRound(otherProduct, writerCount),
      )),
    );
  }
  return comparisons;
}

/**
 * A round runs one measurement with the bench command of a checkout, and reads the table that the command prints. The command also fails
 * when a figure misses a required bound. So the round reads the printed table even when the command fails.
 */
const createMeasurementRound =
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
 * Measures the same figures alternately here and on another commit. The client of this version makes the HTTP calls to both products;
 * each version runs the other measurements itself.
 *
 * @param names of {@link measuredCalls}, or of measurements that both versions have; all calls when `names` is empty
 */
export async function compareAgainst(
  commit: string,
  names: readonly string[],
  isQuick: boolean,
  print: (line: string) => void,
): Promise<Comparison[]> {
  const roundCount = isQuick ? quickRounds : fullRounds;
  const calls = measuredCalls.filter(({ name }) => names.length === 0 || names.includes(name));
  const measurements = names.filter((name) => !calls.some((call) => call.name === name));
  print(`Building ${commit} …`);
  return withCheckout(commit, async (checkout) => {
    const comparisons: Comparison[] = [];
    if (calls.length > 0) {
      await withProduct(async (thisProduct) => {
        await withProduct(async (otherProduct) => {
          print("Measuring raw inserts …");
          comparisons.push(...(await compareReference({ thisProduct, otherProduct }, calls, roundCount)));
          for (const call of calls) {
            print(`Measuring ${call.name} …`);
            try {
              comparisons.push(...(await compareCall({ thisProduct, otherProduct }, call, roundCount)));
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
      const [roundHere, roundThere] = [
        createMeasurementRound(thisCheckout, name),
        createMeasurementRound(checkout, name),
      ];
      try {
        const measurementComparisons = await compareAlternately(quickRounds, roundHere, roundThere);
        if (measurementComparisons.length === 0) print(`${name} gave no figure that both versions have.`);
        comparisons.push(...measurementComparisons);
      } catch (error) {
        if (!(error instanceof ProgramFailed)) throw error;
        print(`${name} was not compared: ${error.message}`);
      }
    }
    return comparisons;
  });
}

/** Comparisons as a table. A ratio above 1 means that the figure is higher here. */
export function comparisonTable(commit: string, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, unit, here, there, ratio }) => [
    name,
    `${formatNumber(here)} ${unit}`,
    `${formatNumber(there)} ${unit}`,
    `${ratio.median.toFixed(2)} ×`,
    `${ratio.lowest.toFixed(2)} – ${ratio.highest.toFixed(2)}`,
  ]);
  return alignColumns(["figure", "here", commit, "here ÷ there", "lowest – highest"], rows);
}
