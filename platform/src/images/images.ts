import type sharpLibrary from "sharp";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { decodeHeic } from "./decode-heic.ts";
import { type ImageKind, imageKind } from "./image-kind.ts";
import { createSlots } from "./slots.ts";

/** One rendering of a picture, ready to be kept. */
export type Rendering = {
  readonly bytes: Buffer;
  readonly contentType: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
  readonly width: number;
  readonly height: number;
};

/** A picture as it is kept: upright, in full size, with nothing in it but what is seen; and a small one. */
export type PreparedImage = { readonly original: Rendering; readonly thumbnail: Rendering };

/** Why a file is not taken. */
export type ImageRefusal = { readonly refused: "unsupported" | "too_many_pixels" | "broken" };

/**
 * More than any phone takes without being asked to (50 megapixels), and all frames of an animation count. Decoded it is
 * 190 MB; a few kilobytes of a crafted file can claim a thousand times that.
 */
export const maxPixels = 64_000_000;

const thumbnailEdge = 480;
/** Beyond what can be seen; a second encoding of what a camera has encoded needs some more than the first. */
const quality = 88;
const seconds = 60;
const loaders = ["JpegBuffer", "PngBuffer", "WebpBuffer", "NsgifBuffer"].map(
  (name) => `VipsForeignLoad${name}`,
);

type Library = typeof sharpLibrary;

async function loadLibrary(): Promise<Library> {
  const { default: sharp } = await import("sharp");
  // Pictures come once, and nothing of them is to stay in memory.
  sharp.cache(false);
  // One thread for each picture: others are worked on beside it.
  sharp.concurrency(1);
  // Whatever a file pretends to be, no other decoder ever sees it.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  return sharp;
}

/** True for a WebP whose pictures lost nothing, which is then kept so. */
const isLossless = (bytes: Buffer): boolean => bytes.includes("VP8L", 12) && !bytes.includes("VP8 ", 12);

function encode(picture: Sharp, kind: ImageKind, bytes: Buffer, metadata: Metadata): Sharp {
  switch (kind) {
    case "png":
      return picture.png({ compressionLevel: 6 });
    case "gif":
      return picture.gif();
    case "webp":
      return picture.webp({ quality, lossless: isLossless(bytes) });
    case "jpeg":
    case "heic":
      return picture.jpeg({
        quality,
        chromaSubsampling: metadata.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0",
      });
  }
}

const typeOf = {
  jpeg: "image/jpeg",
  heic: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
} as const;

async function render(picture: Sharp, contentType: Rendering["contentType"]): Promise<Rendering> {
  const { data, info } = await picture.timeout({ seconds }).toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType, width: info.width, height: info.pageHeight ?? info.height };
}

async function prepareWith(
  sharp: Library,
  bytes: Buffer,
  kind: ImageKind,
): Promise<PreparedImage | ImageRefusal> {
  let source: Buffer | Uint8ClampedArray = bytes;
  const options: SharpOptions = { limitInputPixels: maxPixels, failOn: "error" };
  if (kind === "heic") {
    const decoded = await decodeHeic(bytes, maxPixels);
    if ("refused" in decoded) return decoded;
    source = decoded.data;
    options.raw = { width: decoded.width, height: decoded.height, channels: 4 };
  }
  const metadata = await sharp(source, { ...options, limitInputPixels: false }).metadata();
  if (kind !== "heic" && metadata.format !== kind) return { refused: "unsupported" };
  const { width, height, pages = 1 } = metadata;
  if (width * height * pages > maxPixels) return { refused: "too_many_pixels" };

  const isAnimated = pages > 1;
  const whole = sharp(source, { ...options, animated: isAnimated });
  const upright = isAnimated ? whole : whole.autoOrient();
  // A profile says what the colours mean. Those of print are put into what screens have.
  const coloured = metadata.space === "cmyk" ? upright : upright.keepIccProfile();
  const flat = kind === "heic" ? coloured.removeAlpha() : coloured;
  const original = await render(encode(flat, kind, bytes, metadata), typeOf[kind]);
  const small = sharp(source, options)
    .autoOrient()
    .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 });
  return { original, thumbnail: await render(small, "image/webp") };
}

/**
 * Makes of an uploaded file what is kept of it. The file is decoded and encoded anew, so that places, cameras, names,
 * hidden previews and whatever else a file can carry are gone. The work is done in threads, few at once.
 */
export function createImages({ atOnce = 2, waiting = 24 }: { atOnce?: number; waiting?: number } = {}) {
  const run = createSlots(atOnce, waiting);
  let library: Promise<Library> | undefined;

  /** Rejects with `TooBusy` when too many wait already. */
  async function prepare(bytes: Buffer): Promise<PreparedImage | ImageRefusal> {
    const kind = imageKind(bytes);
    if (!kind) return { refused: "unsupported" };
    // Loaded with the first picture, since it takes a start longer than most starts need it.
    library ??= loadLibrary();
    const sharp = await library;
    return run(async () => {
      try {
        return await prepareWith(sharp, bytes, kind);
      } catch {
        // The library's own words may quote what is in the file.
        return { refused: "broken" };
      }
    });
  }

  return { prepare };
}

/** See {@link createImages}. */
export type Images = ReturnType<typeof createImages>;
