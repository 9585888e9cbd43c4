import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, padOf } from "../fixtures.ts";

/** A chunk of a PNG file: length, type, data and checksum. */
function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const output = Buffer.alloc(typeAndData.length + 8);
  output.writeUInt32BE(data.length, 0);
  typeAndData.copy(output, 4);
  output.writeUInt32BE(crc32(typeAndData), typeAndData.length + 4);
  return output;
}

/** A PNG of one colour (https://www.w3.org/TR/png-3/). */
function png(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB, and the standard compression, filter and interlace methods
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A picture for a file input, to add to an entry. */
export const picture = (
  name = "river.png",
  colour: readonly [number, number, number] = [60, 110, 150],
  [width, height]: readonly [number, number] = [400, 300],
) => ({ name, mimeType: "image/png", buffer: png(width, height, colour) });

/** The photos of an entry: in its text, and in the strip below it. */
export function photosOf(page: Page) {
  const pad = padOf(page);
  const photos = {
    inText: pad.text.locator("img[alt]:not([class])"),
    strip: page.getByRole("region", { name: "Photos" }).getByRole("button", { name: /^Look at/ }),
    /** Chooses files in the dialog that adds photos. */
    async choose(...files: Parameters<typeof picture>[]) {
      const fileChooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Add photos" }).first().click();
      await (await fileChooser).setFiles(files.map((file) => picture(...file)));
    },
    /** Adds the first photo to a text without photos, and waits for its save. "Saved" alone may refer to an earlier save. */
    async add(name: string): Promise<void> {
      const saveResponse = page.waitForResponse(
        (response) =>
          response.request().method() === "PUT" &&
          (response.request().postData() ?? "").includes("data-photo-id") &&
          response.ok(),
      );
      await photos.choose([name]);
      await expect(photos.inText).toHaveCount(1);
      await saveResponse;
      await pad.expectSaved();
    },
  };
  return photos;
}

/** Whether an image of the page has loaded. */
export const isLoaded = (image: HTMLImageElement | SVGElement) =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
