import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import {
  gifOfFrames,
  imageMarker,
  refusedFiles,
  pngWithClaimedSize,
  sampleImages,
} from "../testing/sample-images.ts";
import { createImages, isShortage, maxEdge, maxFrames, maxPixels, type PreparedImage } from "./images.ts";
import { TooBusy } from "./slots.ts";

const images = createImages();

async function prepare(bytes: Buffer): Promise<PreparedImage> {
  const result = await images.prepare(bytes);
  if ("refused" in result) throw new Error(result.refused);
  return result;
}

/** The red, green and blue at a point, given in hundredths of width and height. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixelIndex = Math.floor((info.height * y) / 100) * info.width + Math.floor((info.width * x) / 100);
  return [...data.subarray(pixelIndex * info.channels, pixelIndex * info.channels + 3)];
}
const isRed = ([red = 0, , blue = 0]: number[]) => red > 150 && blue < 100;
const isBlue = ([red = 0, , blue = 0]: number[]) => red < 100 && blue > 150;

describe("accepted pictures", () => {
  it.each([
    ["jpeg", "image/jpeg", 40, 60],
    ["png", "image/png", 60, 40],
    ["webp", "image/webp", 60, 40],
    ["gif", "image/gif", 60, 40],
    ["heic", "image/jpeg", 16, 24],
  ] as const)("a %s file becomes %s, upright and without metadata", async (kind, type, width, height) => {
    const bytes = await sampleImages[kind]();
    if (kind !== "gif") expect(bytes.includes(imageMarker)).toBe(true);
    const { original, thumbnail } = await prepare(bytes);
    expect([original.contentType, original.width, original.height]).toEqual([type, width, height]);
    expect([thumbnail.contentType, thumbnail.width, thumbnail.height]).toEqual(["image/webp", width, height]);
    for (const { bytes: storedBytes } of [original, thumbnail]) {
      expect(storedBytes.includes(imageMarker)).toBe(false);
      const { exif, xmp, iptc, orientation } = await sharp(storedBytes).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      const samplePoints = height > width ? ([50, 10, 50, 90] as const) : ([10, 50, 90, 50] as const);
      expect(isRed(await colourAt(storedBytes, samplePoints[0], samplePoints[1]))).toBe(true);
      expect(isBlue(await colourAt(storedBytes, samplePoints[2], samplePoints[3]))).toBe(true);
    }
  });

  it("a picture keeps its size, and has a thumbnail", async () => {
    const { original, thumbnail } = await prepare(await sampleImages.plain(1200, 800));
    expect([original.width, original.height]).toEqual([1200, 800]);
    expect([thumbnail.width, thumbnail.height]).toEqual([480, 320]);
  });

  it("an animation keeps every frame", async () => {
    const { original } = await prepare(await sampleImages.gif());
    expect((await sharp(original.bytes).metadata()).pages).toBe(3);
  });

  it("a lossless WebP stays lossless", async () => {
    const bytes = await sampleImages.webp();
    const { original } = await prepare(bytes);
    const raw = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer();
    expect((await raw(original.bytes)).equals(await raw(bytes))).toBe(true);
  });
});

describe("refused files", () => {
  it.each(["avif", "svg", "text"] as const)("a file of the kind %s is refused", async (kind) => {
    expect(await images.prepare(await refusedFiles[kind]())).toEqual({ refused: "unsupported" });
  });

  it("a file that starts like another file format is refused", async () => {
    const svg = await refusedFiles.svg();
    const disguisedFile = Buffer.concat([Buffer.from("\xff\xd8\xff\xe0", "latin1"), svg]);
    expect(await images.prepare(disguisedFile)).toEqual({ refused: "broken" });
  });

  it.each(["jpeg", "png", "webp", "heic"] as const)("a %s file that was cut off is refused", async (kind) => {
    const bytes = await sampleImages[kind]();
    expect(await images.prepare(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toEqual({
      refused: "broken",
    });
  });

  it("a picture that would be too large when decoded is refused", async () => {
    const hugePng = pngWithClaimedSize(30_000, 30_000, await sampleImages.png());
    expect(30_000 * 30_000).toBeGreaterThan(maxPixels);
    expect(await images.prepare(hugePng)).toEqual({ refused: "too_many_pixels" });
  });

  it("a picture with an edge that is too long is refused, even if its number of pixels is allowed", async () => {
    const hugePng = pngWithClaimedSize(maxPixels, 1, await sampleImages.png());
    expect(await images.prepare(hugePng)).toEqual({ refused: "edge_too_long" });
    const tooTall = pngWithClaimedSize(1, maxEdge + 1, await sampleImages.png());
    expect(await images.prepare(tooTall)).toEqual({ refused: "edge_too_long" });
  });

  it("a picture with too many frames is refused, even when they are small", async () => {
    expect(await images.prepare(gifOfFrames(maxFrames))).not.toHaveProperty("refused");
    expect(await images.prepare(gifOfFrames(maxFrames + 1))).toEqual({ refused: "too_many_frames" });
  });

  it("a HEIC that claims to be too large is refused", async () => {
    const bytes = Buffer.from(await sampleImages.heic());
    for (let start = bytes.indexOf("ispe"); start !== -1; start = bytes.indexOf("ispe", start + 4)) {
      bytes.writeUInt32BE(30_000, start + 8);
      bytes.writeUInt32BE(30_000, start + 12);
    }
    expect(await images.prepare(bytes)).toEqual({ refused: expect.stringMatching(/too_many_pixels|broken/) });
  });
});

test("an empty file and files of one repeated byte are refused", async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(12), Buffer.alloc(5000, 0xff)]) {
    expect(await images.prepare(bytes)).toHaveProperty("refused");
  }
});

describe("a machine that is too busy", () => {
  it("a good picture is not called damaged when the machine is too busy", async () => {
    const hurriedImages = createImages({ heicSeconds: 0.001 });
    await expect(hurriedImages.prepare(await sampleImages.heic())).rejects.toThrow(TooBusy);
  });

  it.each([
    ['timeout: 21% complete\nVipsImage: killed for image "temp-26"\nvips2png: unable to write', true],
    ["vips_tracked: out of memory --- size == 190MB", true],
    ["unable to create thread", true],
    ["pngload_buffer: libspng read error", false],
    ["Input buffer contains unsupported image format", false],
  ])("the message %j shows that the machine is too busy: %s", (message, expected) => {
    expect(isShortage(new Error(message))).toBe(expected);
  });
});
