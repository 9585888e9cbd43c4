import { expect, test } from "vitest";
import { comparePictures } from "./picture-changes.ts";

const photo = (id: number, alt = "") => `<img data-photo-id="${id}" alt="${alt}">`;
const picture = (photoId: number, description = "") => ({ photoId, src: null, description });

test("photos that come and go are told apart, and text around them does not matter", () => {
  const before = `<p>one ${photo(1)} two</p><p>${photo(2, "the river")}</p>`;
  const after = `<p>other</p><ul><li><p>${photo(1)}${photo(3, "the dock > the yard")}</p></li></ul>`;
  expect(comparePictures(before, after)).toEqual({
    added: [picture(3, "the dock > the yard")],
    removed: [picture(2, "the river")],
    described: 0,
  });
});

test("a photo twice in the text counts twice", () => {
  expect(comparePictures(`<p>${photo(1)}</p>`, `<p>${photo(1)}${photo(1)}</p>`)).toEqual({
    added: [picture(1)],
    removed: [],
    described: 0,
  });
});

test("a photo that moved has not changed; another description is told", () => {
  const before = `<p>${photo(1, "river")}</p><p>${photo(2)}</p>`;
  expect(comparePictures(before, `<p>${photo(2)}${photo(1, "river")}</p>`)).toEqual({
    added: [],
    removed: [],
    described: 0,
  });
  expect(comparePictures(before, `<p>${photo(1, "the Thames")}</p><p>${photo(2, "dock")}</p>`)).toEqual({
    added: [],
    removed: [],
    described: 2,
  });
});

test("a picture of another website has its address", () => {
  expect(comparePictures("", '<p><img src="https://pictures.example.org/a.png" alt="A"></p>').added).toEqual([
    { photoId: null, src: "https://pictures.example.org/a.png", description: "A" },
  ]);
});

test("a text without pictures changes none", () => {
  expect(comparePictures("<p>a</p>", "<p>b</p>")).toEqual({ added: [], removed: [], described: 0 });
});
