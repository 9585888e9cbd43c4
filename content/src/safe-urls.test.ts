import { describe, expect, it } from "vitest";
import { imageUrl, linkUrl } from "./safe-urls.ts";

describe("URLs of links", () => {
  it.each([
    ["https://example.com/a?b=1#c", "https://example.com/a?b=1#c"],
    [" HTTP://Example.com/A ", "http://Example.com/A"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["/journals/1?a=b:c", "/journals/1?a=b:c"],
    ["#note", "#note"],
    ["page.html", "page.html"],
    ["ht\ntps://example.com/", "https://example.com/"],
  ])("the link URL %j is read as %j", (raw, url) => {
    expect(linkUrl(raw)).toBe(url);
  });

  it.each([
    "javascript:alert(1)",
    "JAVA\tSCRIPT:x",
    "\u0001javascript:x",
    "data:image/png;base64,AA==",
    "ftp://x",
    "a b:c",
  ])("the link URL %j is refused", (raw) => {
    expect(linkUrl(raw)).toBeNull();
  });

  it("a missing or blank link URL is refused", () => {
    expect([linkUrl(null), linkUrl(""), linkUrl(" \n ")]).toEqual([null, null, null]);
  });
});

describe("URLs of images", () => {
  it.each([
    ["https://example.com/a.png", "https://example.com/a.png"],
    ["/api/photos/1", "/api/photos/1"],
    ["data:image/webp;base64,AA\n AA==", "data:image/webp;base64,AAAA=="],
    ["data:image/svg+xml;base64,AAAA", null],
    ["data:image/png,AAAA", null],
    ["data:text/html;base64,AAAA", null],
    ["mailto:a@b.c", null],
    ["blob:https://example.com/1", null],
  ])("the image URL %j is read as %j", (raw, url) => {
    expect(imageUrl(raw)).toBe(url);
  });
});
