import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { readParts } from "./read-upload.ts";

const form = (...lines: readonly string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");
const photoPart = 'Content-Disposition: form-data; name="photo"; filename="x.jpg"';

const read = (body: Buffer): Record<string, string> =>
  Object.fromEntries([...readParts(body, "b")].map(([name, part]) => [name, part.toString("latin1")]));

describe("a form", () => {
  it.each([
    ["as browsers send it", form("--b", photoPart, "Content-Type: image/jpeg", "", "\xff\x00x", "--b--", "")],
    ["without a line after its end", form("--b", photoPart, "", "\xff\x00x", "--b--")],
    ["with words before and after it", form("hello", "--b", photoPart, "", "\xff\x00x", "--b--", "bye")],
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
    ["with spaces after its boundary", form("--b  ", photoPart, "", "\xff\x00x", "--b--")],
  ])("is read %s", (_, body) => {
    expect(read(body)).toEqual({ photo: "\xff\x00x" });
  });

  it("may have other fields, empty ones, and line breaks in a file", () => {
    const other = 'Content-Disposition: form-data; name="caption"';
    const body = form("--b", other, "", "", "--b", photoPart, "", "a\r\n--c\r\n\r\nd\r\n", "--b--", "");
    expect(read(body)).toEqual({ caption: "", photo: "a\r\n--c\r\n\r\nd\r\n" });
  });

  it("keeps the first of two fields with one name, and skips parts without", () => {
    const body = form("--b", photoPart, "", "1", "--b", photoPart, "", "2", "--b", "X: y", "", "3", "--b--");
    expect(read(body)).toEqual({ photo: "1" });
  });

  it.each([
    ["nothing", ""],
    ["no boundary", "hello"],
    ["another boundary", form("--c", photoPart, "", "x", "--c--")],
    ["no end", form("--b", photoPart, "", "x")],
    ["no headers", form("--b")],
    ["no blank line", form("--b", photoPart, "--b--")],
    [
      "more parts than a form has",
      form(...Array.from({ length: 30 }, () => ["--b", photoPart, "", "x"]).flat(), "--b--"),
    ],
  ])("is refused with %s", (_, body) => {
    expect(() => readParts(Buffer.from(body), "b")).toThrow(ApiError);
  });
});
