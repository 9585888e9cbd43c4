import { defineConfig } from "vitest/config";

/**
 * Two tiers by suffix: `*.test.ts` is a unit test and needs nothing; `*.int.test.ts` talks to a real PostgreSQL,
 * which the global set-up starts once. Browser tests are Playwright's (`tests/e2e`).
 */
export default defineConfig({
  test: {
    env: { TZ: "UTC" },
    restoreMocks: true,
    // Far beyond what any test needs: a busy machine makes tests slow, never red.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // A process a file would cost more than the tests in it: nothing here leaves anything behind.
          isolate: false,
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
