import { expect, test } from "vitest";
import { createStopStack } from "./stop-stack.ts";

function createTestStack() {
  const warnings: unknown[] = [];
  const stack = createStopStack({
    info: () => undefined,
    warn: (_: unknown, text?: unknown) => warnings.push(text),
  });
  return { stack, warnings };
}

test("parts stop one after the other in reverse order, and only once", async () => {
  const { stack, warnings } = createTestStack();
  const stoppedParts: string[] = [];
  for (const name of ["database", "projections", "api"]) {
    stack.add(name, 1000, async () => {
      await Promise.resolve();
      stoppedParts.push(name);
    });
  }
  await Promise.all([stack.stopAll(), stack.stopAll()]);
  expect(stoppedParts).toEqual(["api", "projections", "database"]);
  expect(warnings).toEqual([]);
});

test("a part that hangs or fails does not prevent the others from stopping", async () => {
  const { stack, warnings } = createTestStack();
  const stoppedParts: string[] = [];
  stack.add("database", 1000, () => Promise.resolve(void stoppedParts.push("database")));
  stack.add("projections", 1000, () => Promise.reject(new Error("no connection")));
  stack.add("api", 10, () => new Promise<void>(() => undefined));
  await stack.stopAll();
  expect(stoppedParts).toEqual(["database"]);
  expect(warnings).toEqual(["api did not stop in time", "projections failed to stop: no connection"]);
});
