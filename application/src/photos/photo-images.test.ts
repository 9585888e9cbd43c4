import { changeImages } from "@daybook/content/images";
import { describe, expect, it } from "vitest";
import { addPhotoUrls, toStoredImage } from "./photo-images.ts";

const settle = (image: string): string => changeImages(`<p>${image}</p>`, toStoredImage);

describe("an image in a stored body", () => {
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
  ])("%s is stored as %s", (sent, storedFormat) => {
    expect(settle(sent).replaceAll("&amp;", "&#x26;")).toBe(`<p>${storedFormat}</p>`);
  });
});

describe("a body in a reply", () => {
  const body =
    '<p><img alt="x" data-photo-id="7"><img data-photo-id="8"><img src="https://d.example/x.png"></p>';

  it("has the addresses of the entry's own photos, and no image of a photo that is gone", () => {
    const url = "http://d.example/api/photos/7?e=1795000000&s=abc";
    const filled = addPhotoUrls(body, (id) => (id === 7 ? url : null));
    expect(filled).toContain('src="http://d.example/api/photos/7?e=1795000000');
    expect(filled).not.toContain('data-photo-id="8"');
    expect(changeImages(filled, toStoredImage)).toBe(body.replace('<img data-photo-id="8">', ""));
  });
});
