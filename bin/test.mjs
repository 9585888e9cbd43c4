import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./test/browsers.mjs";
import { playwrightFailures, vitestFailures } from "./test/failures.mjs";
import { runCommand } from "./test/run-command.mjs";

/**
 * `npm test`: builds, then runs the unit and integration tests with Vitest and the browser tests with Playwright.
 * `npm run test:all` (`--all`) runs more: every screen in every theme and width, long chaos and fuzz tests, and
 * the main flow in Firefox and WebKit.
 * The last line is `N passed, N failed, N skipped`.
 */

const reportFolder = ".cache/test-reports";
const runsAllTests = process.argv.includes("--all");
if (runsAllTests) process.env.DAYBOOK_TEST_MATRIX = "full";

function readReport(name) {
  const file = `${reportFolder}/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

const total = { passed: 0, failed: 0, skipped: 0 };
const durations = [];

async function runPart(name, work) {
  const startedAt = performance.now();
  const result = await work();
  durations.push(`${name} ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return result;
}

function addVitest(code) {
  const report = readReport("vitest");
  total.passed += report?.numPassedTests ?? 0;
  total.failed += report?.numFailedTests ?? 0;
  total.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  if (code !== 0 && !report?.numFailedTests) total.failed += 1;
}

function addPlaywright(code) {
  const stats = readReport("playwright")?.stats;
  total.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  total.failed += stats?.unexpected ?? 0;
  total.skipped += stats?.skipped ?? 0;
  if (code !== 0 && !stats?.unexpected) total.failed += 1;
}

rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });
await runPart("build", async () => {
  execFileSync(process.execPath, ["bin/run.mjs", "build"], { stdio: "inherit" });
});
const vitestReport = ["--reporter", "json", "--outputFile.json", `${reportFolder}/vitest.json`];
addVitest(
  await runPart("unit and integration tests", () =>
    runCommand("vitest", ["run", "--reporter", "default", ...vitestReport]),
  ),
);

const chromium = await ensureBrowser("chromium");
const firefox = runsAllTests ? await ensureBrowser("firefox") : undefined;
const webkitDriver = runsAllTests ? await ensureBrowser("webkit") : undefined;
addPlaywright(
  await runPart("browser tests", () =>
    runCommand("playwright", ["test", "--config", "tests/playwright.config.ts"], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), reportFolder, "playwright.json"),
      ...(chromium && { CHROMIUM_PATH: chromium }),
      ...(firefox && { FIREFOX_PATH: firefox }),
      ...(webkitDriver && { WEBKIT_DRIVER_PATH: webkitDriver }),
    }),
  ),
);

process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
// The failures are printed again at the end, because many readers look only at the last lines.
const failures = [...vitestFailures(readReport("vitest")), ...playwrightFailures(readReport("playwright"))];
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`${durations.join(", ")}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
