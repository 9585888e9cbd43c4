import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, readdir, readFile, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, syncFolder, writeFileDurably } from "../embedded/durable-file.ts";
import { type BlobInfo, type Blobs, BlobsUnavailable, checkBlobName } from "./blobs.ts";

/** Error codes that mean that the folder cannot be used now. */
const unavailableCodes = new Set([
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

function throwUnavailable(error: unknown): never {
  const code = errorCode(error);
  throw code !== undefined && unavailableCodes.has(code) ? new BlobsUnavailable(code) : error;
}

const isAbsent = (error: unknown): boolean => errorCode(error) === "ENOENT";

/** Blobs as files of a folder, in 256 subfolders, readable only by the owner. */
export function createFolderBlobs(folder: string): Blobs {
  const pathOf = (name: string): string => {
    checkBlobName(name);
    return join(folder, createHash("sha256").update(name).digest("hex").slice(0, 2), name);
  };

  async function write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const firstCreated = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (firstCreated !== undefined) await syncFolder(dirname(firstCreated));
    await writeFileDurably(path, content, 0o600);
  }

  async function readInfo(subfolder: string, name: string): Promise<BlobInfo | null> {
    try {
      return { name, modifiedAt: (await stat(join(folder, subfolder, name))).mtimeMs };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function* list(): AsyncGenerator<BlobInfo> {
    const subfolders = await readdir(folder).catch(throwUnavailable);
    for (const subfolder of subfolders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      for (const name of await readdir(join(folder, subfolder)).catch(throwUnavailable)) {
        const info = await readInfo(subfolder, name).catch(throwUnavailable);
        if (info) yield info;
      }
    }
  }

  return {
    put: (name, bytes) => write(pathOf(name), bytes).catch(throwUnavailable),

    get: (name) =>
      readFile(pathOf(name)).catch((error: unknown) => (isAbsent(error) ? null : throwUnavailable(error))),

    putStream: (name, source) => write(pathOf(name), source).catch(throwUnavailable),

    async getStream(name) {
      try {
        return (await open(pathOf(name))).createReadStream();
      } catch (error) {
        return isAbsent(error) ? null : throwUnavailable(error);
      }
    },

    async remove(name) {
      const path = pathToRemove(name);
      try {
        await unlink(path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (!isAbsent(error)) throwUnavailable(error);
      }
    },

    list,

    check: () => access(folder, constants.R_OK | constants.W_OK).catch(throwUnavailable),
  };

  /** The path of a blob, or of the temporary file of an interrupted write, which is in the subfolder of the blob that it was for. */
  function pathToRemove(name: string): string {
    const temporaryFile = /^(.+)\.[0-9a-f-]{36}\.tmp$/.exec(name);
    if (temporaryFile?.[1] === undefined) return pathOf(name);
    checkBlobName(name);
    return join(dirname(pathOf(temporaryFile[1])), name);
  }
}
