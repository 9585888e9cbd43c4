import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { opensRootKey, readRootKey } from "../vault/root-key.ts";
import { readIfExists, writeFileDurably } from "./durable-file.ts";

/** The length of the master key in bytes (AES-256). */
export const MASTER_KEY_BYTES = 32;

const KEY_FILE = "master.key";
const FINGERPRINT_FILE = "master.fingerprint";

/**
 * Returns the master key: the configured key, else the key in the folder `keys`, else a new key. A new key is on disk before it is used.
 *
 * Throws `key_invalid` when the key file is damaged, when there is no key although there was one before, or when the key is not the
 * former key: with another key, everything written so far would be unreadable. If the database has keys, the former key is the master
 * key that opens them. Otherwise, the former key is the master key whose fingerprint is in the data folder.
 *
 * @param keysFolder the folder for keys in the data folder
 * @param configuredKey 32 bytes to use instead of the file
 * @param databaseUrl the database whose keys the master key must open
 */
export async function loadOrCreateMasterKey(
  keysFolder: string,
  configuredKey?: Uint8Array,
  databaseUrl?: string,
): Promise<Buffer> {
  const path = join(keysFolder, KEY_FILE);
  const key = configuredKey ? Buffer.from(configuredKey) : await readKey(path);
  const fingerprintPath = join(keysFolder, FINGERPRINT_FILE);
  const storedFingerprint = (await readIfExists(fingerprintPath))?.trim();
  const rootKey = databaseUrl === undefined ? null : await readRootKey(databaseUrl);
  if (!key && (rootKey || storedFingerprint !== undefined)) throw missingKey(path);
  const usedKey = key ?? (await createKey(path));
  const fingerprint = fingerprintOf(usedKey);
  if (rootKey && !opensRootKey(usedKey, rootKey)) throw wrongKey("database", path);
  if (storedFingerprint === fingerprint) return usedKey;
  // When the master key opens the keys of the database, another fingerprint in the data folder is no error: the folder was used with
  // another database before. The fingerprint of this key then replaces it.
  if (!rootKey && storedFingerprint !== undefined) throw wrongKey("data folder", path);
  await writeFileDurably(fingerprintPath, `${fingerprint}\n`, 0o600);
  return usedKey;
}

const missingKey = (path: string): StartError =>
  new StartError(
    "key_invalid",
    `The master key is missing: put back ${path} or set DAYBOOK_MASTER_KEY, since without it nothing written so far can be read.`,
  );

const wrongKey = (usedPart: "data folder" | "database", path: string): StartError =>
  new StartError(
    "key_invalid",
    `The master key is not the one that the ${usedPart} was used with; put back ${path} or set DAYBOOK_MASTER_KEY to the former key.`,
  );

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readIfExists(path);
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === MASTER_KEY_BYTES) return key;
  throw new StartError(
    "key_invalid",
    `The file ${path} does not hold a master key; put back the former file.`,
  );
}

async function createKey(path: string): Promise<Buffer> {
  const key = randomBytes(MASTER_KEY_BYTES);
  await writeFileDurably(path, `${key.toString("base64")}\n`, 0o600);
  return key;
}

/** A text that distinguishes keys without revealing anything about them. */
function fingerprintOf(key: Uint8Array): string {
  return createHmac("sha256", key).update("daybook master key").digest("hex").slice(0, 32);
}
