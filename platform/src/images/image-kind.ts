/** The picture formats that are accepted. */
export type ImageKind = "jpeg" | "png" | "webp" | "gif" | "heic";

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx"]);

/** True when the brands of an ISO media file include HEVC; AVIF uses the same container with other brands. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 4, 8) !== "ftyp") return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  for (let start = 8; start + 4 <= end; start += 4) {
    // The four bytes after the first brand are its version.
    if (start !== 12 && heicBrands.has(bytes.toString("latin1", start, start + 4))) return true;
  }
  return false;
}

/** The format of a picture by its first bytes, whatever its name says; `null` for every other file. */
export function imageKind(bytes: Buffer): ImageKind | null {
  if (bytes.length < 12) return null;
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return "jpeg";
  if (bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return "gif";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return isHeic(bytes) ? "heic" : null;
}
