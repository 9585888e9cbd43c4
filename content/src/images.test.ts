import { expect, test } from "vitest";
import { changeImages, imagesOf } from "./images.ts";
import { readRichText } from "./read-rich-text.ts";

const inline = "data:image/png;base64,iVBORw0KGgo=";
const body = `<p>a <img src="${inline}" alt="one"> b</p><ul><li><p><img width="9" data-photo-id="7"></p></li></ul>`;

test("finds all images of a body, at any depth", () => {
  expect(imagesOf(body)).toEqual([
    { src: inline, alt: "one" },
    { width: 9, photoId: "7" },
  ]);
  expect(imagesOf("<p>none</p>")).toEqual([]);
});

test("changes the attributes of images and nothing else", () => {
  const changedBody = changeImages(body, (attrs) => ({ ...attrs, src: null, photoId: "8" }));
  expect(changedBody).toBe(
    '<p>a <img alt="one" data-photo-id="8"> b</p><ul><li><p><img width="9" data-photo-id="8"></p></li></ul>',
  );
  expect(changeImages(body, (attrs) => attrs)).toBe(body);
});

test("does not write an unsafe URL, even from the caller", () => {
  expect(changeImages(body, () => ({ src: "javascript:alert(1)" }))).not.toContain("javascript");
});

test("sanitises a body and changes its images in one call", () => {
  const unsafeBody = `<img src="/x" data-photo-id="7" onerror="alert(1)"><script>x</script>`;
  const { html } = readRichText(unsafeBody, (attrs) => ({ ...attrs, src: null }));
  expect(html).toBe('<p><img data-photo-id="7"></p>');
});
