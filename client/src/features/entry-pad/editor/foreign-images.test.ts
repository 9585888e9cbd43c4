// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { bodyOf, normaliseBody, parseBody } from "./body.ts";

const html = '<p>By water <img src="https://pictures.example.org/a.png" alt="The river"></p>';

afterEach(() => vi.restoreAllMocks());

test("serializing a text creates no image in the page, which would request it", () => {
  const create = vi.spyOn(document, "createElement");
  expect(normaliseBody(html)).toBe(html);
  expect(bodyOf(parseBody(html))).toBe(html);
  expect(create.mock.calls.map(([name]) => name)).not.toContain("img");
});
