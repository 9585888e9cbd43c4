import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Reads a stamp file, which has the fingerprint of what was last built or installed; `undefined` when there is none. */
export function readStamp(path) {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Writes a stamp file atomically. */
export function writeStamp(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${process.pid}.tmp`;
  writeFileSync(temporaryPath, `${value}\n`);
  renameSync(temporaryPath, path);
}
