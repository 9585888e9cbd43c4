import { randomBytes } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { createFormReader } from "./form-reader.ts";

const form = (...lines: readonly string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");
const photoPart = 'Content-Disposition: form-data; name="photo"; filename="x.jpg"';
const type = "multipart/form-data; boundary=b";

async function readForm(body: Buffer, chunkSize: number, field = "photo"): Promise<Buffer | null> {
  const reader = createFormReader(type, field)!;
  for (let start = 0; start < body.length; start += chunkSize) {
    reader.write(body.subarray(start, start + chunkSize));
    // Each chunk of a request arrives in a separate turn of the event loop. For long bodies that would take too long.
    if (body.length < 2_000) await new Promise(setImmediate);
  }
  return reader.end();
}

describe.each([1, 7, 1_000_000])("a form in chunks of %i bytes", (chunkSize) => {
  it.each([
    ["as browsers send it", form("--b", photoPart, "Content-Type: image/jpeg", "", "\xff\x00x", "--b--", "")],
    ["without a line after its end", form("--b", photoPart, "", "\xff\x00x", "--b--")],
    ["with text before and after it", form("hello", "--b", photoPart, "", "\xff\x00x", "--b--", "bye")],
    [
      "without a file name",
      form("--b", 'Content-Disposition: form-data; name="photo"', "", "\xff\x00x", "--b--"),
    ],
    [
      "with small letters and another order",
      form(
        "--b",
        "content-type: x/y",
        "content-disposition: form-data; filename=a; name=photo",
        "",
        "\xff\x00x",
        "--b--",
      ),
    ],
  ])("is read %s", async (_, body) => {
    expect((await readForm(body, chunkSize))?.toString("latin1")).toBe("\xff\x00x");
  });

  it("can have other fields, empty ones, and line breaks in a file", async () => {
    const otherPart = 'Content-Disposition: form-data; name="caption"';
    const body = form("--b", otherPart, "", "", "--b", photoPart, "", "a\r\n--c\r\n\r\nd\r\n", "--b--", "");
    expect((await readForm(body, chunkSize))?.toString()).toBe("a\r\n--c\r\n\r\nd\r\n");
    expect((await readForm(body, chunkSize, "caption"))?.toString()).toBe("");
    expect(await readForm(body, chunkSize, "other")).toBeNull();
  });

  it("keeps the first of two fields with the same name, and skips parts without a name", async () => {
    const body = form("--b", "X: y", "", "3", "--b", photoPart, "", "1", "--b", photoPart, "", "2", "--b--");
    expect((await readForm(body, chunkSize))?.toString()).toBe("1");
  });

  it.each([
    ["no content", ""],
    ["no boundary", "hello"],
    ["another boundary", form("--c", photoPart, "", "x", "--c--")],
    ["no end", form("--b", photoPart, "", "x")],
    ["no headers", form("--b")],
    ["no blank line", form("--b", photoPart, "--b--")],
    [
      "more parts than a form may have",
      form(...Array.from({ length: 30 }, () => ["--b", photoPart, "", "x"]).flat(), "--b--"),
    ],
  ])("is refused with %s", async (_, body) => {
    await expect(readForm(Buffer.from(body), chunkSize)).rejects.toThrow(ApiError);
  });
});

it("reads a large file unchanged", async () => {
  const file = randomBytes(bounds.photoBytes);
  const body = Buffer.concat([form("--b", photoPart, "", ""), file, form("", "--b--", "")]);
  expect((await readForm(body, 65_536))?.equals(file)).toBe(true);
});

it.each([
  "",
  "application/json",
  "multipart/form-data",
  "multipart/mixed; boundary=b",
  "text/plain; boundary=b",
])("the content type %j is not a form", (contentType) => {
  expect(createFormReader(contentType, "photo")).toBeNull();
});

it("reads a boundary in quotes", async () => {
  const reader = createFormReader('Multipart/Form-Data; charset=utf-8; boundary="b"', "photo")!;
  reader.write(form("--b", photoPart, "", "x", "--b--"));
  expect((await reader.end())?.toString()).toBe("x");
});
