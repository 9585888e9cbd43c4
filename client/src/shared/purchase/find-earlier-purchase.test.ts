// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { Services } from "../services.ts";
import { findEarlierPurchase } from "./find-earlier-purchase.ts";
import { openPurchaseStore } from "./open-purchase.ts";

afterEach(() => openPurchaseStore.forget());

const purchase = { userId: 7, startedAt: 0, key: "the key" };
const paid = { ok: true, data: { state: "paid", description: "PRO, 1 Year", message: null } };

/** Asks about a paid purchase. The session cannot be refreshed. */
function findPaid(page: AbortController, onRefresh = () => {}) {
  openPurchaseStore.note(purchase);
  const call = async (name: string) => {
    if (name === "getSentPurchase") return paid;
    onRefresh();
    return { ok: false, status: 0 };
  };
  const services = { api: { call }, clock: { now: () => 1 } } as unknown as Services;
  return findEarlierPurchase(services, 7, purchase, page.signal);
}

test("a paid purchase is not forgotten when the page is left during the refresh of the session", async () => {
  const page = new AbortController();
  await expect(findPaid(page, () => page.abort())).rejects.toThrow("abort");
  expect(openPurchaseStore.find(7, 1)).toEqual(purchase);
});

test("a paid purchase is not forgotten before the session has the new plan", async () => {
  await expect(findPaid(new AbortController())).rejects.toThrow("no session with the new plan");
  expect(openPurchaseStore.find(7, 1)).toEqual(purchase);
});
