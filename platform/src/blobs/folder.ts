import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, readdir, readFile, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, syncFolder, writeFileDurably } from "../embedded/durable-file.ts";
import { type BlobInfo, type Blobs, BlobsUnavailable, checkBlobName } from "./blobs.ts";

/** Error codes of the disk or its access rights. */
const diskErrorCodes = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "ENOTDIR",
  "EMFILE",
  "ENFILE",
]);

function asUnavailable(error: unknown): never {
  const code = errorCode(error);
  throw code !== undefined && diskErrorCodes.has(code) ? new BlobsUnavailable(code) : error;
}

const isAbsent = (error: unknown): boolean => errorCode(error) === "ENOENT";

/** Blobs as files of a folder, in 256 subfolders, readable only by the owner. */
export function createFolderBlobs(folder: string): Blobs {
  const placeOf = (name: string): string => {
    checkBlobName(name);
    return join(folder, createHash("sha256").update(name).digest("hex").slice(0, 2), name);
  };

  async function write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const firstCreated = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (firstCreated !== undefined) await syncFolder(dirname(firstCreated));
    await writeFileDurably(path, content, 0o600);
  }

  async function infoOf(subfolder: string, name: string): Promise<BlobInfo | null> {
    try {
      return { name, modifiedAt: (await stat(join(folder, subfolder, name))).mtimeMs };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function* list(): AsyncGenerator<BlobInfo> {
    const subfolders = await readdir(folder).catch(asUnavailable);
    for (const subfolder of subfolders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      for (const name of await readdir(join(folder, subfolder)).catch(asUnavailable)) {
        const info = await infoOf(subfolder, name).catch(asUnavailable);
        if (info) yield info;
      }
    }
  }

  return {
    put: (name, bytes) => write(placeOf(name), bytes).catch(asUnavailable),

    get: (name) =>
      readFile(placeOf(name)).catch((error: unknown) => (isAbsent(error) ? null : asUnavailable(error))),

    putStream: (name, source) => write(placeOf(name), source).catch(asUnavailable),

    async getStream(name) {
      try {
        return (await open(placeOf(name))).createReadStream();
      } catch (error) {
        return isAbsent(error) ? null : asUnavailable(error);
      }
    },

    async remove(name) {
      const path = removable(name);
      try {
        await unlink(path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (!isAbsent(error)) asUnavailable(error);
      }
    },

    list,

    check: () => access(folder, constants.R_OK | constants.W_OK).catch(asUnavailable),
  };

  /** Temporary files of interrupted writes are in the same subfolder as their blob. */
  function removable(name: string): string {
    const half = /^(.+)\.[0-9a-f-]{36}\.tmp$/.exec(name);
    if (half?.[1] === undefined) return placeOf(name);
    checkBlobName(name);
    return join(dirname(placeOf(half[1])), name);
  }
}
