import { changeImages, imagesOf } from "@daybook/content/images";
import { sanitise } from "@daybook/content/sanitise";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPhotoUrls, photoIdsIn, toStoredImage } from "./photo-images.ts";

const storedBodyOf = (image: string): string => changeImages(`<p>${image}</p>`, toStoredImage);

describe("images in a body", () => {
  it.each([
    ['<img src="http://x/api/photos/7?e=1&amp;s=a" data-photo-id="7">', '<img data-photo-id="7">'],
    ['<img src="https://evil.example/" alt="a" data-photo-id="7">', '<img alt="a" data-photo-id="7">'],
    ['<img src="/api/photos/7?e=1795000000&amp;s=a_-b&amp;v=thumbnail">', '<img data-photo-id="7">'],
    ['<img src="https://d.example/api/photos/7?e=1&amp;s=a" width="5">', '<img width="5" data-photo-id="7">'],
    ['<img src="https://d.example/api/photos/7/7.jpg?e=1&amp;s=a">', '<img data-photo-id="7">'],
    ['<img src="https://d.example/x.png">', '<img src="https://d.example/x.png">'],
    ['<img src="/api/photos/7">', '<img src="/api/photos/7">'],
    [
      '<img src="https://d.example/x/api/photos/7?e=1&amp;s=a">',
      '<img src="https://d.example/x/api/photos/7?e=1&#x26;s=a">',
    ],
  ])("an image that was sent as %s is stored as %s", (sentImage, storedImage) => {
    expect(storedBodyOf(sentImage).replaceAll("&amp;", "&#x26;")).toBe(`<p>${storedImage}</p>`);
  });
});

describe("bodies in replies", () => {
  const body =
    '<p><img alt="x" data-photo-id="7"><img data-photo-id="8"><img src="https://d.example/x.png"></p>';

  it("a body in a reply has the URLs of the entry's own photos, and no image of a removed photo", () => {
    const url = "http://d.example/api/photos/7?e=1795000000&s=abc";
    const bodyWithUrls = addPhotoUrls(body, (id) => (id === 7 ? url : null));
    expect(bodyWithUrls).toContain('src="http://d.example/api/photos/7?e=1795000000');
    expect(bodyWithUrls).not.toContain('data-photo-id="8"');
    expect(changeImages(bodyWithUrls, toStoredImage)).toBe(body.replace('<img data-photo-id="8">', ""));
  });
});

describe("photos in sanitised bodies", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom(
      '<img src="x" data-photo-id="9">',
      ' data-photo-id="9"',
      '"',
      "'",
      "<",
      ">",
      "&quot;",
      'a" src="y',
    ),
  );
  const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const image = fc
    .record({ alt: value, title: value, photoId: fc.constantFrom("7", "8", null) })
    .map(
      ({ alt, title, photoId }) =>
        `<img src="https://d.example/x.png" alt="${escaped(alt)}" title="${escaped(title)}"${photoId ? ` data-photo-id="${photoId}"` : ""}>`,
    );
  const text = value.map((words) => words.replaceAll("<", "&lt;"));
  const link = fc
    .tuple(value, text)
    .map(([title, words]) => `<a href="https://d.example/" title="${escaped(title)}">${words}</a>`);
  const body = fc
    .array(fc.oneof(image, text, link, fc.constantFrom("<p>", "<ul><li>", "</li></ul>")), { maxLength: 12 })
    .map((parts) => sanitise(parts.join("")));

  it("in any sanitised body, a text search finds the photos and sets their URLs as parsing does", () => {
    const urlOf = (id: number): string | null => (id === 7 ? "https://d.example/api/photos/7?e=1&s=a" : null);
    fc.assert(
      fc.property(body, (html) => {
        const ids = imagesOf(html).flatMap(({ photoId }) =>
          typeof photoId === "string" ? Number(photoId) : [],
        );
        expect(photoIdsIn(html)).toEqual(new Set(ids));
        const parsedBody = changeImages(html, ({ src, ...attrs }) => {
          if (typeof attrs["photoId"] !== "string") return { src, ...attrs };
          const url = urlOf(Number(attrs["photoId"]));
          return url === null ? null : { src: url, ...attrs };
        });
        expect(sanitise(addPhotoUrls(html, urlOf))).toBe(sanitise(parsedBody));
      }),
      { numRuns: 500 },
    );
  });
});
