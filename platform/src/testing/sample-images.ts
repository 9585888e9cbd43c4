import sharp, { type Sharp } from "sharp";

/** A word in the metadata of some pictures below, next to a location. */
export const imageMarker = "Cragfinch";

const exif = {
  IFD0: { Copyright: imageMarker, Artist: imageMarker },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "51/1 30/1 0/1",
    GPSLongitudeRef: "W",
    GPSLongitude: "0/1 7/1 0/1",
  },
};

/** Red on the left, blue on the right. */
function picture(width = 60, height = 40): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index++) {
    const isLeft = index % width < width / 2;
    pixels.set(isLeft ? [220, 30, 20] : [20, 30, 220], index * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Pictures: those without a size in their comment have 60 by 40 pixels. */
export const sampleImages = {
  /** With a location and an author, rotated by 90 degrees: displayed, it is 40 by 60 and red at the top. */
  jpeg: (): Promise<Buffer> => picture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  png: (): Promise<Buffer> => picture().withExif(exif).png().toBuffer(),
  webp: (): Promise<Buffer> => picture().withExif(exif).webp({ lossless: true }).toBuffer(),
  /** Three frames. */
  gif: (): Promise<Buffer> => {
    const frames = [picture(), picture().negate(), picture()].map((frame) => frame.png().toBuffer());
    return Promise.all(frames).then((framePixels) =>
      sharp(framePixels, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
  },
  /** Made with Debian's `heif-enc`: 24 by 16, rotated by 90 degrees, with a location and an author. */
  heic: (): Promise<Buffer> => Promise.resolve(Buffer.from(heic, "base64")),
  /** Any size, without metadata. */
  plain: (width: number, height: number): Promise<Buffer> => picture(width, height).jpeg().toBuffer(),
};

/** Files that are refused: pictures in other formats, and a text. */
export const refusedFiles = {
  avif: (): Promise<Buffer> => picture().avif({ effort: 0 }).toBuffer(),
  svg: (): Promise<Buffer> =>
    Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  text: (): Promise<Buffer> => Promise.resolve(Buffer.from("photo.jpg is not a photo")),
};

/** Copies a PNG and writes this size into its header. */
export function pngWithClaimedSize(width: number, height: number, validPng: Buffer): Buffer {
  const png = Buffer.from(validPng);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** An animated GIF of one pixel with this many frames (GIF89a). */
export function gifOfFrames(frames: number): Buffer {
  const header = Buffer.from("47494638396101000100800000000000ffffff", "hex");
  const frame = Buffer.from("21f90400010000002c0000000001000100000202440100", "hex");
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** CRC-32 as in PNG (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const heic =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAA9htZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA" +
  "AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABgAEAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAPyAAEAAAAKAAAAQwACAAEAAAAAAAAA" +
  "AQAAAAAAAAAIAAMAAAAAAAAENQABAAAACgAAAUAAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAA" +
  "AAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAAsxpcHJwAAACqGlwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgA" +
  "AA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6q6a5sCAAAADAIAAAAMA" +
  "hCIAAQAGRAHBc8GJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAYAAAAEAAAAexjb2xycHJvZgAAAeBsY21zBCAA" +
  "AG1udHJSR0IgWFlaIAfiAAMAFAAJAA4AHWFjc3BNU0ZUAAAAAHNhd3NjdHJsAAAAAAAAAAAAAAAAAAD21gABAAAAANMtaGFuZHnp" +
  "v1ZaPgG2gyOFVUb3T6oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACmRlc2MAAAD8AAAAJGNwcnQAAAEgAAAAInd0cHQA" +
  "AAFEAAAAFGNoYWQAAAFYAAAALHJYWVoAAAGEAAAAFGdYWVoAAAGYAAAAFGJYWVoAAAGsAAAAFHJUUkMAAAHAAAAAIGdUUkMAAAHA" +
  "AAAAIGJUUkMAAAHAAAAAIG1sdWMAAAAAAAAAAQAAAAxlblVTAAAACAAAABwAcwBSAEcAQm1sdWMAAAAAAAAAAQAAAAxlblVTAAAA" +
  "BgAAABwAQwBDADAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAAAQw/AAAF3f//8yYAAAeQAAD9kv//+6H///2iAAAD3AAA" +
  "wHFYWVogAAAAAAAAb6AAADjyAAADj1hZWiAAAAAAAABilgAAt4kAABjaWFlaIAAAAAAAACSgAAAPhQAAtsRwYXJhAAAAAAADAAAA" +
  "AmZpAADypwAADVkAABPQAAAKWwAAABBwaXhpAAAAAAMICAgAAAAJaXJvdAMAAAAcaXBtYQAAAAAAAAACAAECgQIAAgQDhIWGAAAA" +
  "KGlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOY2RzYwADAAEAAgAAAYttZGF0AAAAPygBr1IaUYSA8pRR/eneLp/bdnOKMx/TUsLc" +
  "QtRyaytlfC9hByd9exJeP2bilUD1mbesaasltTZCWCSuCOeMYAAAAABJSSoACAAAAAgAEgEDAAEAAAAGAAAAGgEFAAEAAABuAAAA" +
  "GwEFAAEAAAB2AAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAmIICAAoAAAB+AAAAaYcEAAEAAACIAAAAJYgEAAEAAADWAAAAAAAA" +
  "ADhjAADoAwAAOGMAAOgDAABDcmFnZmluY2gABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//" +
  "AAACoAQAAQAAABgAAAADoAQAAQAAABAAAAAAAAAABAABAAIAAgAAAE4AAAACAAUAAwAAACQBAAADAAIAAgAAAFcAAAAEAAUAAwAA" +
  "AAwBAAAAAAAAAAAAAAEAAAAHAAAAAQAAAAAAAAABAAAAMwAAAAEAAAAeAAAAAQAAAAAAAAABAAAA";
