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
 * The key that wraps every user's key: the configured one, else the one in the folder `keys`, else a new one, which is
 * on disk before it is used. Throws `key_invalid` when the former key is lost or damaged, or when another key is found: with another key,
 * everything written would be unreadable. The former key is the one that opens the keys of the database. When the database has none, it
 * is the one whose fingerprint is in the data folder.
 *
 * @param keysFolder the folder for keys in the data folder
 * @param configuredKey 32 bytes to use instead of the file
 * @param databaseUrl the database whose keys the key must open
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
  // When the key opens the database, the data folder was used with another database before, and its fingerprint is replaced below.
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
