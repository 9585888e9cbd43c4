// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { Services } from "../services.ts";
import { findEarlierPurchase } from "./find-earlier-purchase.ts";
import { openPurchaseStore } from "./open-purchase.ts";

afterEach(() => openPurchaseStore.forget());

test("a paid purchase is not forgotten when the page is left during the refresh of the session", async () => {
  const purchase = { userId: 7, startedAt: 0, key: "the key" };
  openPurchaseStore.note(purchase);
  const page = new AbortController();
  const call = async (name: string) => {
    if (name === "getSentPurchase")
      return { ok: true, data: { state: "paid", description: "PRO, 1 Year", message: null } };
    page.abort();
    return { ok: false, status: 0 };
  };
  const services = { api: { call }, clock: { now: () => 1 } } as unknown as Services;
  await expect(findEarlierPurchase(services, 7, purchase, page.signal)).rejects.toThrow("abort");
  expect(openPurchaseStore.find(7, 1)).toEqual(purchase);
});
