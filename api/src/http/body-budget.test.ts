import { expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { createBodyBudget } from "./body-budget.ts";

const budget = () => createBodyBudget({ total: 100, ofAccount: 60, ofVisitors: 20 });
const unavailable = expect.objectContaining({ refusal: expect.objectContaining({ code: "unavailable" }) });

it("all requests together hold at most the total", () => {
  const bodies = budget();
  bodies.startShare(1).add(60);
  bodies.startShare(2).add(40);
  expect(() => bodies.startShare(3).add(1)).toThrow(unavailable);
  expect(bodies.heldBytes()).toBe(100);
});

it("each account has a limit, and all visitors together have another one", () => {
  const bodies = budget();
  bodies.startShare(1).add(50);
  expect(() => bodies.startShare(1).add(11)).toThrow(ApiError);
  bodies.startShare(null).add(15);
  expect(() => bodies.startShare(null).add(6)).toThrow(ApiError);
  bodies.startShare(2).add(30);
});

it("a released share makes room for others, also after a refusal", () => {
  const bodies = budget();
  const firstShare = bodies.startShare(1);
  firstShare.add(40);
  firstShare.add(20);
  expect(() => firstShare.add(1)).toThrow(ApiError);
  firstShare.release();
  firstShare.release();
  expect(bodies.heldBytes()).toBe(0);
  bodies.startShare(1).add(60);
});
