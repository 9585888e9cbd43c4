// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { markDifferences as mark } from "./mark-differences.ts";

const markDifferences = (mine: string, theirs: string) => mark(mine, theirs, () => undefined);

test("words that the other text does not have are marked, and the formatting stays", () => {
  expect(
    markDifferences(
      "<h2>Day</h2><p>By <strong>water</strong> to Deptford</p><ul><li><p>home</p></li></ul>",
      "<h2>Day</h2><p>By <strong>coach</strong> to Deptford and back</p><ul><li><p>home</p></li></ul>",
    ),
  ).toEqual({
    mine: "<h2>Day</h2><p>By <strong><ins>water</ins></strong> to Deptford</p><ul><li><p>home</p></li></ul>",
    theirs:
      "<h2>Day</h2><p>By <strong><ins>coach</ins></strong> to Deptford<ins> and back</ins></p><ul><li><p>home</p></li></ul>",
  });
});

test("a passage over several elements and blocks is marked in each", () => {
  expect(markDifferences("<p>a</p><p>b <em>c</em> d</p><p>e</p>", "<p>a</p>").mine).toBe(
    "<p>a</p><p><ins>b </ins><em><ins>c</ins></em><ins> d</ins></p><p><ins>e</ins></p>",
  );
});

test("a photo that the other text does not have is marked", () => {
  const photo = (id: number) => `<img data-photo-id="${id}">`;
  const { mine, theirs } = markDifferences(`<p>${photo(1)}${photo(2)}</p>`, `<p>${photo(1)}</p>`);
  expect(mine).toBe(`<p>${photo(1)}<ins>${photo(2)}</ins></p>`);
  expect(theirs).toBe(`<p>${photo(1)}</p>`);
});

test("equal texts have no marks", () => {
  const html = "<p>a <mark>b</mark></p><hr><p></p>";
  expect(markDifferences(html, html)).toEqual({ mine: html, theirs: html });
});

test("photos get their URLs", () => {
  const urlOf = (id: number) => (id === 1 ? "/api/photos/1" : undefined);
  expect(mark('<p><img data-photo-id="1"><img data-photo-id="2"></p>', "", urlOf).mine).toBe(
    '<p><ins><img data-photo-id="1" src="/api/photos/1"></ins><ins><img data-photo-id="2"></ins></p>',
  );
});
