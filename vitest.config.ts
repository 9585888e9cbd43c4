import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
// @ts-expect-error -- plain JavaScript, which runs before anything is built
import { threadPrograms } from "./bin/run/vitest-programs.mjs";
import FileSequencer from "./platform/src/testing/file-sequencer.ts";
import { temporaryFolder } from "./platform/src/testing/temporary-folder.ts";

process.env["TMPDIR"] ??= temporaryFolder();

/**
 * Two tiers by suffix: `*.test.ts` is a unit test and needs nothing; `*.int.test.ts` uses a real PostgreSQL,
 * which the global set-up starts once. Playwright runs the browser tests (`tests/e2e`).
 */
export default defineConfig({
  plugins: [threadPrograms(import.meta.dirname)],
  test: {
    env: { TZ: "UTC" },
    restoreMocks: true,
    setupFiles: ["fixed-seed", "wait-timeout"].map((name) =>
      fileURLToPath(new URL(`platform/src/testing/${name}.ts`, import.meta.url)),
    ),
    // Far longer than any test needs: on a busy machine tests are slow, but must not fail.
    testTimeout: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 900_000 : 180_000,
    hookTimeout: 180_000,
    // The same timeout for `vi.waitFor` is in wait-timeout.ts.
    expect: { poll: { timeout: 60_000 } },
    // Two more than the cores: tests wait for PostgreSQL, for processes that they start, and for each other's locks.
    maxWorkers: availableParallelism() + 2,
    // Files share processes: starting one for each file would take longer than the tests of most files. So a file must leave no state.
    isolate: false,
    sequence: { sequencer: FileSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["*/src/**/*.test.{ts,tsx}"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["*/src/**/*.int.test.ts", "tests/integration/**/*.int.test.ts"],
          globalSetup: ["./platform/src/testing/global-postgres.ts"],
        },
      },
    ],
  },
});
