import type { Turn } from "@daybook/platform/commands/ledger";
import { expect, test, vi } from "vitest";
import { createIdempotency, withoutPasswords } from "./idempotency.ts";

test("a body without its passwords keeps everything else", () => {
  const form = { email: "sam@example.com", password: "one", retype_password: "one", first_name: "Sam" };
  const fingerprintInput = (changedFields: object) =>
    withoutPasswords({ ...form, ...changedFields }).toString();
  expect(fingerprintInput({ password: "two", retype_password: "two" })).toBe(fingerprintInput({}));
  expect(fingerprintInput({ user: { password: "two" } })).not.toContain("two");
  expect(fingerprintInput({})).not.toContain("one");
  expect(fingerprintInput({ first_name: "Elizabeth" })).not.toBe(fingerprintInput({}));
});

/** A repeat of a command whose first run has not succeeded yet. The ledger returns the `turns` in order, then always the last one. */
function repeatOf(turns: readonly Turn[], { longestWaitMs }: { readonly longestWaitMs: number }) {
  const takeTurn = vi.fn<() => Promise<Turn>>(async () => turns.at(-1) ?? { kind: "granted" });
  for (const turn of turns) takeTurn.mockResolvedValueOnce(turn);
  const giveUp = vi.fn<() => Promise<void>>(async () => {});
  const complete = vi.fn<() => Promise<void>>(async () => {});
  const idempotency = createIdempotency({
    ledger: {
      begin: async () => ({ kind: "repeat", ids: [7, 8], status: null }),
      find: async () => undefined,
      takeTurn,
      giveUp,
      complete,
      recordAgain: async () => true,
    },
    clock: { now: () => 0 },
    newId: () => 1,
    logger: { warn: () => {} },
    fingerprint: () => "",
    limitRepeats: async () => null,
    longestWaitMs,
  });
  const ctx = {
    get: (name: string) => (name === "Idempotency-Key" ? "key" : ""),
    state: {},
    querystring: "",
  };
  const actor = { userId: 1, sessionId: 2 };
  const body = { parsed: {}, fingerprintInput: Buffer.alloc(0) };
  const start = () => idempotency.start(ctx as never, actor as never, body as never);
  return { start, giveUp, complete, stopWaiting: idempotency.stopWaiting };
}

const longWait = { longestWaitMs: 600_000 };

test("a repeat waits for the first run, and counts as completed when the first run has succeeded", async () => {
  const repeat = repeatOf(
    [{ kind: "running" }, { kind: "running" }, { kind: "done", status: 200 }],
    longWait,
  );
  const { command, end } = await repeat.start();
  expect([command.repeated, command.completed, command.ids]).toEqual([true, true, [7, 8]]);
  end(200);
  end(null);
  expect([repeat.complete, repeat.giveUp].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test("a repeat runs the command after the first run was refused, and records the end of its own run", async () => {
  const repeat = repeatOf([{ kind: "running" }, { kind: "granted" }], longWait);
  const { command, end } = await repeat.start();
  expect([command.repeated, command.completed]).toEqual([true, false]);
  end(null);
  expect(repeat.giveUp).toHaveBeenCalledOnce();
});

test("a repeat waits for a limited time, and not while the process stops", async () => {
  const unavailable = expect.objectContaining({ refusal: expect.objectContaining({ code: "unavailable" }) });
  const shortRepeat = repeatOf([{ kind: "running" }], { longestWaitMs: 30 });
  await expect(shortRepeat.start()).rejects.toEqual(unavailable);
  const stoppedRepeat = repeatOf([{ kind: "running" }], longWait);
  const answer = stoppedRepeat.start();
  stoppedRepeat.stopWaiting();
  await expect(answer).rejects.toEqual(unavailable);
});
