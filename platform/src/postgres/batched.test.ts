import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { batched } from "./batched.ts";

function refusal(): pg.DatabaseError {
  const error = new pg.DatabaseError("refused", 1, "error");
  error.code = "22021";
  return error;
}

test("every caller gets its own result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 60 }), async (pauses) => {
      const ask = batched<number, number>(async (items) => {
        await new Promise(setImmediate);
        return items.map((item) => item * 2);
      });
      const answers: Promise<number>[] = [];
      for (const [index, pause] of pauses.entries()) {
        for (let turn = 0; turn < pause; turn += 1) await new Promise(setImmediate);
        answers.push(ask(index));
      }
      expect(await Promise.all(answers)).toEqual(pauses.map((_, index) => index * 2));
    }),
    { numRuns: 30 },
  );
});

test("concurrent calls share a statement, and a later call gets a new one", async () => {
  const batches: number[][] = [];
  let value = 0;
  const ask = batched<number, number>((items) => {
    batches.push([...items]);
    return Promise.resolve(items.map(() => value));
  });
  expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([0, 0, 0]);
  expect(batches).toEqual([[1, 2, 3]]);
  value = 1;
  expect(await ask(1)).toBe(1);
});

test("a call that the database refuses does not fail the others", async () => {
  const ask = batched<number, number>((items) =>
    items.includes(2) ? Promise.reject(refusal()) : Promise.resolve([...items]),
  );
  const answers = await Promise.allSettled([ask(1), ask(2), ask(3)]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a batch that may have been executed is not sent again", async () => {
  let sendCount = 0;
  const ask = batched<number, number>(() => {
    sendCount += 1;
    return Promise.reject(new Error("Connection terminated unexpectedly"));
  });
  const answers = await Promise.allSettled([ask(1), ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(sendCount).toBe(1);
});

test("a failed batch does not affect later calls", async () => {
  let isFailing = true;
  const ask = batched<number, number>((items) =>
    isFailing ? Promise.reject(new Error("lost")) : Promise.resolve([...items]),
  );
  await expect(ask(1)).rejects.toThrow("lost");
  isFailing = false;
  expect(await ask(2)).toBe(2);
});
