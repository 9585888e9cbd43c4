import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const systemBrowser = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const executablePath = process.env.CHROMIUM_PATH ?? systemBrowser;

/** Browser tests: a real Chromium against the real product, one server a worker (see fixtures.ts). */
export default defineConfig({
  testDir: "./e2e",
  outputDir: "../.cache/test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    timezoneId: "Europe/London",
    locale: "en-GB",
    trace: "retain-on-failure",
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
