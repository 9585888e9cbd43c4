import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm test`: unit and integration tests with Vitest, then the browser tests with Playwright, on a fresh clone.
 * The last line is `N passed, N failed, N skipped`.
 */
const reports = ".cache/test-reports";

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: "inherit",
      env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, ...env },
    });
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function readReport(name) {
  const file = `${reports}/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

const total = { passed: 0, failed: 0, skipped: 0 };

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

const systemBrowsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const findBrowser = () => systemBrowsers.find((path) => existsSync(path)) ?? process.env.CHROMIUM_PATH;

/** Debian's Chromium when we may install it, else Playwright's own. */
async function ensureBrowser() {
  if (findBrowser()) return;
  process.stdout.write("No browser found; installing one for the browser tests.\n");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "chromium"], { DEBIAN_FRONTEND: "noninteractive" });
  }
  if (!findBrowser()) await run("playwright", ["install", "chromium"]);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
execFileSync(process.execPath, ["bin/run.mjs", "build"], { stdio: "inherit" });

addVitest(
  await run("vitest", [
    "run",
    "--reporter",
    "default",
    "--reporter",
    "json",
    "--outputFile.json",
    `${reports}/vitest.json`,
  ]),
);
await ensureBrowser();
addPlaywright(
  await run("playwright", ["test", "--config", "tests/playwright.config.ts"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(process.cwd(), reports, "playwright.json"),
    ...(findBrowser() && { CHROMIUM_PATH: findBrowser() }),
  }),
);

process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
