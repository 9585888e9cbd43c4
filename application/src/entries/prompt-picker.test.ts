import { prompts } from "@daybook/content/prompts";
import { expect, test } from "vitest";
import { createPromptPicker } from "./prompt-picker.ts";

test("the random number chooses a person's first prompt", () => {
  const firstPrompt = createPromptPicker(() => 0)(1);
  expect(firstPrompt).toBe(prompts[0]);
  expect(createPromptPicker(() => 0.999_999)(1)).toBe(prompts.at(-1));
});

test("nobody gets the same prompt twice in a row, even when others ask in between", () => {
  const pick = createPromptPicker(() => 0);
  expect([pick(1).id, pick(2).id, pick(1).id, pick(1).id, pick(2).id]).toEqual([1, 1, 2, 1, 2]);
});

test("every prompt can be picked", () => {
  let turn = 0;
  const pick = createPromptPicker(() => (turn++ % 1_000) / 1_000);
  const pickedIds = new Set(Array.from({ length: 3_000 }, (_, user) => pick(user).id));
  expect(pickedIds.size).toBe(prompts.length);
});

test("when there is only one prompt, a person gets it each time", () => {
  const onlyPrompt = [{ id: 1, text: "What now?" }];
  const pick = createPromptPicker(() => 0.5, onlyPrompt);
  expect([pick(7).id, pick(7).id]).toEqual([1, 1]);
});
