import type sharpLibrary from "sharp";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { decodeHeic } from "./decode-heic.ts";
import { type ImageKind, imageKind } from "./image-kind.ts";
import { createSlots, TooBusy } from "./slots.ts";

/** One rendering of a picture, ready to be stored. */
export type Rendering = {
  readonly bytes: Buffer;
  readonly contentType: "image/jpeg" | "image/png" | "image/webp" | "image/gif";
  readonly width: number;
  readonly height: number;
};

/** A picture as it is stored: upright, in full size, without metadata except a colour profile; and a thumbnail. */
export type PreparedImage = { readonly original: Rendering; readonly thumbnail: Rendering };

/** Why a file is refused. */
export type ImageRefusal = {
  readonly refused: "unsupported" | "too_many_pixels" | "edge_too_long" | "too_many_frames" | "broken";
};

/**
 * The most pixels of a picture, in all frames of an animation together. Phones take at most 50 megapixels by default. Decoded, so many
 * pixels need 180 MB (three bytes for each). A crafted file of a few kilobytes can claim to have a thousand times as many.
 */
export const maxPixels = 60_000_000;

/**
 * The largest width and height in pixels: the length of the longest panoramas of phones. A very long picture with only one row needs
 * far more memory than its pixels.
 */
export const maxEdge = 16_384;

/** The most frames of an animation: ten seconds at 30 frames a second. Each frame costs time, however small it is. */
export const maxFrames = 300;

const thumbnailEdge = 480;
/** A camera's picture is encoded for the second time here, which needs a little more quality than the first time. */
const quality = 88;
/** The time limit for one rendering. A picture within the other limits takes a few seconds; on a busy machine, it takes longer. */
const maxSeconds = 60;
const loaders = ["JpegBuffer", "PngBuffer", "WebpBuffer", "NsgifBuffer"].map(
  (name) => `VipsForeignLoad${name}`,
);

type Library = typeof sharpLibrary;

async function loadLibrary(): Promise<Library> {
  const { default: sharp } = await import("sharp");
  // Each picture comes once, so caching would only cost memory.
  sharp.cache(false);
  // One thread for each picture, since several are processed at once.
  sharp.concurrency(1);
  // Only the decoders in `loaders` may run, whatever format a file claims.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
  return sharp;
}

/** True for a lossless WebP, which stays lossless. */
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

const contentTypes = {
  jpeg: "image/jpeg",
  heic: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
} as const;

async function render(picture: Sharp, contentType: Rendering["contentType"]): Promise<Rendering> {
  const { data, info } = await picture.timeout({ seconds: maxSeconds }).toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType, width: info.width, height: info.pageHeight ?? info.height };
}

/** Messages of the library when it ran out of time, memory, threads or open files. They say nothing about the picture. */
const shortageMessages = /^timeout: \d+% complete|out of memory|unable to create thread|too many open files/i;

/** True for an error that comes from the load of the machine, so that the same picture may succeed later. */
export const isShortage = (error: unknown): boolean =>
  error instanceof TooBusy || (error instanceof Error && shortageMessages.test(error.message));

async function prepareWith(
  sharp: Library,
  bytes: Buffer,
  kind: ImageKind,
  heicSeconds: number,
): Promise<PreparedImage | ImageRefusal> {
  let source: Buffer | Uint8ClampedArray = bytes;
  const options: SharpOptions = { limitInputPixels: maxPixels, failOn: "error" };
  if (kind === "heic") {
    const decodedHeic = await decodeHeic(bytes, maxPixels, heicSeconds);
    if ("refused" in decodedHeic) return decodedHeic;
    source = decodedHeic.data;
    options.raw = { width: decodedHeic.width, height: decodedHeic.height, channels: 4 };
  }
  const metadata = await sharp(source, { ...options, limitInputPixels: false }).metadata();
  if (kind !== "heic" && metadata.format !== kind) return { refused: "unsupported" };
  const { width, height, pages = 1 } = metadata;
  if (pages > maxFrames) return { refused: "too_many_frames" };
  if (width * height * pages > maxPixels) return { refused: "too_many_pixels" };
  if (Math.max(width, height) > maxEdge) return { refused: "edge_too_long" };

  const isAnimated = pages > 1;
  const loadedPicture = sharp(source, { ...options, animated: isAnimated });
  const uprightPicture = isAnimated ? loadedPicture : loadedPicture.autoOrient();
  // A colour profile says what the colours mean, so it is kept. Print colours (CMYK) are converted to screen colours, so their profile
  // is not kept.
  const colouredPicture = metadata.space === "cmyk" ? uprightPicture : uprightPicture.keepIccProfile();
  // The decoder of HEIC adds an alpha channel.
  const pictureToStore = kind === "heic" ? colouredPicture.removeAlpha() : colouredPicture;
  const original = await render(encode(pictureToStore, kind, bytes, metadata), contentTypes[kind]);
  const thumbnailPicture = sharp(source, options)
    .autoOrient()
    .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 });
  return { original, thumbnail: await render(thumbnailPicture, "image/webp") };
}

/**
 * Prepares uploaded pictures. A file is decoded and encoded again, so that places, cameras, names, hidden previews and
 * all other metadata except a colour profile are removed. The work runs in threads, a few pictures at a time.
 */
export function createImages({ maxConcurrent = 2, maxWaiting = 24, heicSeconds = maxSeconds } = {}) {
  const run = createSlots(maxConcurrent, maxWaiting);
  let library: Promise<Library> | undefined;

  /** Rejects with `TooBusy` when too many are waiting, or when the machine is too busy to read the picture. */
  async function prepare(bytes: Buffer): Promise<PreparedImage | ImageRefusal> {
    const kind = imageKind(bytes);
    if (!kind) return { refused: "unsupported" };
    // The first picture loads the library, because loading it earlier would slow down the start of Daybook.
    library ??= loadLibrary().catch((error: unknown) => {
      // The next picture tries again.
      library = undefined;
      throw error;
    });
    const sharp = await library;
    return run(async () => {
      try {
        return await prepareWith(sharp, bytes, kind, heicSeconds);
      } catch (error) {
        if (isShortage(error)) throw new TooBusy();
        // The error is not passed on, because the library's message may quote the file.
        return { refused: "broken" };
      }
    });
  }

  return { prepare };
}

/** See {@link createImages}. */
export type Images = ReturnType<typeof createImages>;
