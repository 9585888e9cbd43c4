import { expect, test } from "vitest";
import { comparePictures } from "./picture-changes.ts";

const photo = (id: number, alt = "") => `<img data-photo-id="${id}" alt="${alt}">`;
const picture = (photoId: number, description = "") => ({ photoId, src: null, description });

test("added and removed photos are listed separately, and the text around them does not matter", () => {
  const oldBody = `<p>one ${photo(1)} two</p><p>${photo(2, "the river")}</p>`;
  const newBody = `<p>other</p><ul><li><p>${photo(1)}${photo(3, "the dock > the yard")}</p></li></ul>`;
  expect(comparePictures(oldBody, newBody)).toEqual({
    added: [picture(3, "the dock > the yard")],
    removed: [picture(2, "the river")],
    descriptionsChanged: 0,
  });
});

test("a photo that is added a second time counts as added", () => {
  expect(comparePictures(`<p>${photo(1)}</p>`, `<p>${photo(1)}${photo(1)}</p>`)).toEqual({
    added: [picture(1)],
    removed: [],
    descriptionsChanged: 0,
  });
});

test("a photo that only moved has not changed; a new description is counted", () => {
  const oldBody = `<p>${photo(1, "river")}</p><p>${photo(2)}</p>`;
  expect(comparePictures(oldBody, `<p>${photo(2)}${photo(1, "river")}</p>`)).toEqual({
    added: [],
    removed: [],
    descriptionsChanged: 0,
  });
  expect(comparePictures(oldBody, `<p>${photo(1, "the Thames")}</p><p>${photo(2, "dock")}</p>`)).toEqual({
    added: [],
    removed: [],
    descriptionsChanged: 2,
  });
});

test("a picture from another website is listed with its URL", () => {
  expect(comparePictures("", '<p><img src="https://pictures.example.org/a.png" alt="A"></p>').added).toEqual([
    { photoId: null, src: "https://pictures.example.org/a.png", description: "A" },
  ]);
});

test("two texts without pictures have no picture changes", () => {
  expect(comparePictures("<p>a</p>", "<p>b</p>")).toEqual({ added: [], removed: [], descriptionsChanged: 0 });
});
