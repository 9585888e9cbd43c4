import { expect, it, vi } from "vitest";
import type { Application } from "../application.ts";
import { finishInterruptedJob } from "./finish-interrupted.ts";

it("the job does its other work even when an erasure fails, and then fails too", async () => {
  const findUnfinishedTags = vi.fn<() => Promise<never[]>>(async () => []);
  const findUnfinishedShares = vi.fn<() => Promise<never[]>>(async () => []);
  const findErasedUserIds = vi.fn<() => Promise<never[]>>(async () => []);
  const findRemovingMethods = vi.fn<() => Promise<never[]>>(async () => []);
  const app = {
    clock: { now: () => 0 },
    pool: { query: async () => ({ rows: [] }) },
    credentials: { findErasedUserIds },
    vault: { finishErasures: () => Promise.reject(new Error("an erasure failed")) },
    tagNames: { findUnfinished: findUnfinishedTags },
    shares: { findUnfinished: findUnfinishedShares },
    paymentMethods: { giveUpBegunBefore: async () => {}, findRemoving: findRemovingMethods },
  } as unknown as Application;
  await expect(finishInterruptedJob.run(app, new AbortController().signal)).rejects.toThrow(
    "an erasure failed",
  );
  expect(findErasedUserIds).toHaveBeenCalledOnce();
  expect(findUnfinishedTags).toHaveBeenCalledOnce();
  expect(findUnfinishedShares).toHaveBeenCalledOnce();
  expect(findRemovingMethods).toHaveBeenCalledOnce();
});
