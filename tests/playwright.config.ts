import { existsSync } from "node:fs";
import { temporaryFolder } from "@daybook/platform/testing/temporary-folder";
import { defineConfig, devices } from "@playwright/test";

// The folder for the data of each test server and of the browser.
process.env["TMPDIR"] ??= temporaryFolder();

const systemBrowser = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
].find((path) => existsSync(path));
const executablePath = process.env.CHROMIUM_PATH ?? systemBrowser;

const isFullMatrix = process.env.DAYBOOK_TEST_MATRIX === "full";

/**
 * Browser tests: a real Chromium against a real Daybook, one server for each worker (see fixtures.ts). The full matrix also runs axe
 * in every theme and width, and the main flow in other browsers.
 */
export default defineConfig({
  testDir: ".",
  testMatch: isFullMatrix ? ["e2e/*.spec.ts", "other-browsers/*.spec.ts"] : "e2e/*.spec.ts",
  outputDir: "../.cache/test-results",
  fullyParallel: true,
  // A small machine has 2 cores. One more worker, because tests also wait for pages and for autosave.
  workers: 3,
  retries: 0,
  // Far longer than any test needs: on a busy machine tests are slow, but must not fail. In the full matrix, axe runs up to 27 times for each screen.
  timeout: isFullMatrix ? 1_200_000 : 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 120_000 } },
  reporter: [["list"], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["json"] as const] : [])],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    timezoneId: "Europe/London",
    locale: "en-GB",
    // A step that never ends fails long before its test would. On a busy machine the slowest steps take a few seconds.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace takes a picture of every step, which doubles the time: `DAYBOOK_TEST_TRACE=1` keeps those of failed tests.
    trace: process.env.DAYBOOK_TEST_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
