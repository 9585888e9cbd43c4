import { expect, test } from "vitest";
import { prompts } from "./prompts.ts";

test("there are enough prompts, each of them once and fit to be read", () => {
  expect(prompts.length).toBeGreaterThanOrEqual(150);
  expect(new Set(prompts.map(({ text }) => text.toLowerCase())).size).toBe(prompts.length);
  for (const { text } of prompts) {
    expect(text).toMatch(/^[A-Z].{14,158}[.?]$/);
    expect(text).toBe(text.trim());
  }
});

test("a prompt has its place as its id, as entries keep it", () => {
  expect(prompts.map(({ id }) => id)).toEqual(prompts.map((_, index) => index + 1));
});
