// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reply } from "@daybook/domain/contract/contract";
import type { Api } from "../api-client.ts";
import { createAtom } from "../atom.ts";
import type { Services } from "../services.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { sampleSession } from "../testing/sample-session.ts";
import { EarlierPurchase } from "./earlier-purchase.tsx";
import { openPurchaseStore } from "./open-purchase.ts";

const now = Date.parse("2026-11-22T12:00:00.000Z");
const minute = 60_000;

type Answer = Reply<"getSentPurchase"> | "offline";
const answer = (state: Reply<"getSentPurchase">["state"], message: string | null = null): Answer => ({
  state,
  description: state === "unknown" ? null : "PRO, 1 Year",
  message,
});

let remove = () => Promise.resolve();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await remove();
  vi.useRealTimers();
  openPurchaseStore.forget();
});

/** @param answers what the server says about the purchase, in order; it repeats the last one */
async function showEarlierPurchase(userId: number | null, answers: Answer[]) {
  const sessionEvents: unknown[] = [];
  const askedKeys: unknown[] = [];
  const call = async (name: string, input: { query?: { key: string } }) => {
    if (name === "refreshToken") return { ok: true, status: 200, data: sampleSession(now) };
    askedKeys.push(input.query?.key);
    const data = answers.length > 1 ? answers.shift() : answers[0];
    return data === "offline" ? { ok: false, status: 0 } : { ok: true, status: 200, data };
  };
  const rendered = await renderForTest(<EarlierPurchase userId={userId} />, {
    api: { call } as unknown as Api,
    clock: { now: () => now },
    sessionActor: {
      getSnapshot: () => ({ hasTag: () => true, context: { session: sampleSession(now) } }),
      send: (event: unknown) => void sessionEvents.push(event),
    } as unknown as Services["sessionActor"],
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  });
  remove = rendered.remove;
  await act(async () => {});
  return {
    sessionEvents,
    askedKeys,
    text: () => document.body.textContent,
    advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  };
}

const noteEarlierPurchase = (ageMs: number, userId: number | null = 7) =>
  openPurchaseStore.note({ userId, startedAt: now - ageMs, key: "the key" });

test("without an earlier purchase, nothing is shown and the server is not asked", async () => {
  const { sessionEvents, askedKeys, text } = await showEarlierPurchase(7, [answer("paid")]);
  expect([sessionEvents, askedKeys, text()]).toEqual([[], [], ""]);
});

test("the user is told that an earlier purchase went through, and the session is refreshed", async () => {
  noteEarlierPurchase(minute);
  const { sessionEvents, askedKeys, text } = await showEarlierPurchase(7, [answer("paid")]);
  expect(text()).toContain("Your earlier payment went through: you bought PRO, 1 Year.");
  expect(askedKeys).toEqual(["the key"]);
  expect(sessionEvents).toHaveLength(1);
  expect(openPurchaseStore.find(7, now)).toBeNull();
});

test("the user is told why the card was declined, and that nothing was charged", async () => {
  noteEarlierPurchase(minute);
  const { sessionEvents, text } = await showEarlierPurchase(7, [
    answer("declined", "Your card was declined: it has expired."),
  ]);
  expect(text()).toMatch(/^Nothing was charged for the payment .* Your card was declined: it has expired\.$/);
  expect(sessionEvents).toEqual([]);
  expect(openPurchaseStore.find(7, now)).toBeNull();
});

test("the server is asked again about an earlier purchase until it has an answer", async () => {
  noteEarlierPurchase(minute);
  const { sessionEvents, text, advance } = await showEarlierPurchase(7, [
    answer("open"),
    "offline",
    answer("unknown"),
    answer("paid"),
  ]);
  expect(text()).toContain("We have no answer yet about the payment that you began on");
  expect(openPurchaseStore.find(7, now)).not.toBeNull();
  await advance(2_000);
  await advance(4_000);
  expect(text()).toContain("We have no answer yet about the payment that you began on");
  await advance(8_000);
  expect(text()).toContain("Your earlier payment went through");
  expect(sessionEvents).toHaveLength(1);
});

test("an old purchase stays open until the server says that nothing was charged", async () => {
  noteEarlierPurchase(25 * minute);
  const { text, advance } = await showEarlierPurchase(7, [answer("open"), answer("not_charged")]);
  expect(text()).toContain("We have no answer yet");
  await advance(2_000);
  expect(text()).toContain("Nothing was charged for the payment that you began on");
  expect(openPurchaseStore.find(7, now)).toBeNull();
});

test("a purchase that the server never got may be made again after five minutes", async () => {
  noteEarlierPurchase(6 * minute);
  const { text } = await showEarlierPurchase(7, [answer("unknown")]);
  expect(text()).toContain("We found no charge for the payment");
  expect(openPurchaseStore.find(7, now)).toBeNull();
});

test("a purchase that the form sends in the meantime is not mistaken for the earlier one", async () => {
  noteEarlierPurchase(minute);
  const { askedKeys, advance } = await showEarlierPurchase(7, [answer("open"), answer("paid")]);
  openPurchaseStore.note({ userId: 7, startedAt: now, key: "a later key" });
  await advance(2_000);
  expect(askedKeys).toEqual(["the key", "the key"]);
  expect(openPurchaseStore.find(7, now)?.key).toBe("a later key");
});

test("a visitor is told how to learn what became of an earlier purchase, and sees the outcome after the log-in", async () => {
  noteEarlierPurchase(minute, null);
  const asVisitor = await showEarlierPurchase(null, [answer("paid")]);
  expect(asVisitor.text()).toContain("If it went through, your account has its plan now");
  expect(asVisitor.askedKeys).toEqual([]);
  await remove();
  expect((await showEarlierPurchase(7, [answer("paid")])).text()).toContain(
    "Your earlier payment went through",
  );
});
