import { runFuzz } from "@daybook/bin/fuzz/run-fuzz";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());

test("generated requests get no 5xx and change nothing", async () => {
  const requests = isFullMatrix ? 3_000 : 1_000;
  // The seed of the short run is fixed, so that its result does not vary.
  const seed = isFullMatrix ? Math.floor(Math.random() * 2 ** 31) : 1660;
  const report = await runFuzz({ url: daybook.url, requests, seed });
  expect({ seed, wrong: report.wrongReplies, changed: report.changedParts }).toEqual({
    seed,
    wrong: [],
    changed: [],
  });
  expect(report.requests).toBe(requests);
  // Some correctly signed requests were refused for their content, so the generator passes authentication.
  expect(report.statuses[422]).toBeGreaterThan(requests / 10);
  expect(report.statuses[401]).toBeGreaterThan(requests / 10);
});
