import { runFuzz } from "@daybook/bin/fuzz/run-fuzz";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());

test("generated requests get no 5xx and change nothing", { timeout: 120_000 }, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runFuzz({ url: daybook.url, requests: 3_000, seed });
  expect({ seed, wrong: report.wrong, changed: report.changed }).toEqual({ seed, wrong: [], changed: [] });
  expect(report.requests).toBe(3_000);
  // Signed rightly, refused for what it says: the generator gets past the door.
  expect(report.statuses[422]).toBeGreaterThan(300);
  expect(report.statuses[401]).toBeGreaterThan(300);
});
