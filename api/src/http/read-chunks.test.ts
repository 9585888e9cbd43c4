import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createBodyBudget } from "./body-budget.ts";
import { readChunks } from "./read-chunks.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
afterEach(() => void vi.useRealTimers());

const pace = { graceMs: 10_000, bytesPerSecond: 10 };

function openRequest(headers: Record<string, string> = {}) {
  const source = new PassThrough();
  const request = Object.assign(source, { headers });
  const chunks: Buffer[] = [];
  const budget = createBodyBudget({ total: 300, ofAccount: 300, ofVisitors: 100 });
  const rules = { limit: 200, tooLargeMessage: "too much", share: budget.startShare(null) };
  const outcome = readChunks(request, rules, (chunk) => void chunks.push(chunk), pace).catch(
    (error: unknown) => (error instanceof ApiError ? error.refusal.code : error),
  );
  return { source, chunks, outcome };
}
const nextTurn = () => new Promise(setImmediate);

it("a body is passed on chunk by chunk", async () => {
  const { source, chunks, outcome } = openRequest();
  source.write("Up ");
  source.end("betimes");
  expect([await outcome, chunks.map(String)]).toEqual([10, ["Up ", "betimes"]]);
});

it.each([
  ["its Content-Length is above the limit", { "content-length": "201" }, ""],
  ["more bytes than the limit arrive without a Content-Length", {}, "x".repeat(201)],
])("a body is refused as too large when %s", async (_, headers, body) => {
  const { source, outcome } = openRequest(headers);
  source.write(body);
  expect(await outcome).toBe("too_large");
});

it("a body is refused when the body budget has no room for it", async () => {
  const { source, outcome } = openRequest();
  source.write("x".repeat(101));
  expect(await outcome).toBe("unavailable");
});

it("the rest of a refused body is discarded, so that the sender can read the reply", async () => {
  const { source, chunks, outcome } = openRequest();
  source.write("x".repeat(201));
  expect(await outcome).toBe("too_large");
  source.end("rest");
  await new Promise((resolve) => source.once("end", resolve));
  expect(chunks).toEqual([]);
});

it.each(["before", "after"])("reading fails when the connection is closed %s it begins", async (moment) => {
  if (moment === "before") {
    const source = Object.assign(new PassThrough(), { headers: {} });
    source.destroy();
    const share = createBodyBudget().startShare(1);
    const reading = readChunks(source, { limit: 9, tooLargeMessage: "", share }, () => {});
    await expect(reading).rejects.toMatchObject({ refusal: { code: "malformed" } });
    return;
  }
  const { source, outcome } = openRequest();
  source.destroy(new Error("aborted"));
  expect(await outcome).toBe("malformed");
});

it("a body is refused when it falls behind the slowest accepted pace after the grace period", async () => {
  const { source, outcome } = openRequest();
  source.write("x".repeat(20));
  await nextTurn();
  vi.advanceTimersByTime(11_000);
  source.write("x");
  await nextTurn();
  let isOver = false;
  void outcome.then(() => (isOver = true));
  await nextTurn();
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(await outcome).toBe("too_slow");
});
