import { expect, test } from "vitest";
import { prompts } from "./prompts.ts";

test("there are at least 150 prompts, all different and of a readable length", () => {
  expect(prompts.length).toBeGreaterThanOrEqual(150);
  expect(new Set(prompts.map(({ text }) => text.toLowerCase())).size).toBe(prompts.length);
  for (const { text } of prompts) {
    expect(text).toMatch(/^[A-Z].{14,158}[.?]$/);
    expect(text).toBe(text.trim());
  }
});

test("the id of a prompt is its position in the list", () => {
  expect(prompts.map(({ id }) => id)).toEqual(prompts.map((_, index) => index + 1));
});
