import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareAgainst, comparisonTable } from "./bench/against.ts";
import { appends } from "./bench/appends.ts";
import { autosave } from "./bench/autosave.ts";
import { type Effort, type Figure, type Measurement, formatFigures } from "./bench/figure.ts";
import { largeDiaries } from "./bench/large-diaries.ts";
import { largeTexts } from "./bench/large-texts.ts";
import { lookBacks } from "./bench/look-backs.ts";
import { measuredCalls } from "./bench/measured-calls.ts";
import { photoUpload } from "./bench/photo-upload.ts";
import { projections } from "./bench/projections.ts";
import { reminders } from "./bench/reminders.ts";
import { search } from "./bench/search.ts";
import { searchEngine } from "./bench/search-engine.ts";
import { sizes } from "./bench/sizes.ts";
import { startTimes } from "./bench/starts.ts";
import { typing } from "./bench/typing.ts";
import { wrongLogins } from "./bench/wrong-logins.ts";

/** All measurements. To add one, create a file in `bench/` and list it here. */
const measurements: readonly Measurement[] = [
  appends,
  projections,
  autosave,
  photoUpload,
  largeDiaries,
  largeTexts,
  reminders,
  lookBacks,
  search,
  searchEngine,
  wrongLogins,
  startTimes,
  typing,
  sizes,
];

const names = measurements.map(({ name }) => name);
const usage = [
  `Usage: npm run bench -- [--only ${names.join("|")}] [--quick]`,
  "       npm run bench -- --against COMMIT [FIGURE …] [--quick]",
  `FIGURE: ${measuredCalls.map(({ name }) => name).join(", ")}, or one of the names above`,
].join("\n");
const reportFolder = fileURLToPath(new URL("../../bench", import.meta.url));
const fullEffort: Effort = { seconds: 9, events: 60_000 };
const quickEffort: Effort = { seconds: 1.5, events: 2_000 };

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string" },
      against: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  if (values.against !== undefined) {
    const availableNames = [...names, ...measuredCalls.map(({ name }) => name)];
    if (positionals.some((name) => !availableNames.includes(name))) throw new Error(usage);
    const printLine = (line: string) => void process.stderr.write(`${line}\n`);
    const comparisons = await compareAgainst(values.against, positionals, values.quick, printLine);
    process.stdout.write(`${comparisonTable(values.against, comparisons)}\n`);
    return 0;
  }
  if (positionals.length > 0) throw new Error(usage);
  const chosenMeasurements = measurements.filter(
    ({ name }) => values.only === undefined || values.only === name,
  );
  if (chosenMeasurements.length === 0) throw new Error(usage);
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > 1)
    process.stderr.write(
      `The machine is busy (load ${loadBefore.toFixed(1)}), so the figures are not reliable.\n`,
    );
  const figures: Figure[] = [];
  for (const { name, run } of chosenMeasurements) {
    process.stderr.write(`Measuring ${name} …\n`);
    figures.push(...(await run(values.quick ? quickEffort : fullEffort)));
  }
  process.stdout.write(`${formatFigures(figures)}\n`);
  // Only a full run is stored.
  if (values.only === undefined && !values.quick) {
    const machine = {
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      loadBefore,
    };
    await mkdir(reportFolder, { recursive: true });
    const report = { measuredAt: new Date().toISOString(), machine, figures };
    await writeFile(join(reportFolder, "latest.json"), `${JSON.stringify(report, null, 2)}\n`);
  }
  return figures.some(({ bound }) => bound?.kind === "required" && !bound.isMet) ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
