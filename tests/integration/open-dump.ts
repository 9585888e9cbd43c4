import { domainEvents } from "@daybook/domain/events";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { CannotOpen, decrypt, systemRandom } from "@daybook/platform/vault/authenticated-cipher";
import { DataKey } from "@daybook/platform/vault/data-key";
import { createKeyWrap } from "@daybook/platform/vault/key-wrap";
import { lockKeyOf } from "@daybook/platform/locks/lock-passwords";
import { open } from "@daybook/platform/vault/seal";
import type { TestDaybook } from "./harness.ts";

/** Every row of every table: what an attacker with a database dump has. */
export type Dump = Readonly<Record<string, readonly Row[]>>;
type Row = Readonly<Record<string, unknown>>;
type KeyRow = { id: string; parent_id: string | null; wrapped: string; lock_salt: string | null };
type LockRow = { key_id: string; stream: string; recovery: string | null };
type OpenRow = { stream: string; lineage: number; wrapped: string | null };

const keyWrap = createKeyWrap(systemRandom);
const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), "hex");

/** Takes a dump of all tables. */
export async function takeDump(pool: TestDaybook["platform"]["pools"]["durable"]): Promise<Dump> {
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump: Record<string, Row[]> = {};
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM "${schema}"."${name}" t`);
    dump[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  return dump;
}

const rowsOf = <R>(dump: Dump, table: string): R[] => (dump[table] ?? []) as R[];

function nullIfSealed<T>(tryOpen: () => T | null): T | null {
  try {
    return tryOpen();
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/**
 * Unwraps all keys that the master key leads to. Where a password, a recovery code or an unlock token is needed, it tries all keys
 * that it knows instead.
 *
 * @param knownKeys more known keys, by id
 */
export function openKeys(
  dump: Dump,
  masterKey: Uint8Array,
  knownKeys: ReadonlyMap<string, DataKey> = new Map(),
): Map<string, DataKey> {
  const master = new DataKey(masterKey);
  const openedKeys = new Map(knownKeys);
  const keys = rowsOf<KeyRow>(dump, "vault.keys");
  const locks = rowsOf<LockRow>(dump, "vault.locks");
  const candidates = () => [master, ...openedKeys.values()];

  function tryKey({ id, parent_id: parentId, wrapped }: KeyRow): DataKey | null {
    const parent = parentId === null ? master : openedKeys.get(parentId);
    if (!parent) return null;
    const bytes = bytesOf(wrapped);
    const unwrapped = nullIfSealed(() => keyWrap.unwrap(bytes, id, parentId, parent));
    if (unwrapped) return unwrapped;
    const recovery = locks.find(({ key_id: keyId }) => keyId === id)?.recovery;
    for (const candidate of candidates()) {
      const key =
        nullIfSealed(() => keyWrap.unwrapLocked(bytes, id, parentId, parent, candidate)) ??
        (recovery &&
          nullIfSealed(() =>
            keyWrap.unwrapLocked(bytesOf(recovery), `${id} recovery`, parentId, parent, candidate),
          ));
      if (key) return key;
    }
    return null;
  }

  function tryUnlockToken({ stream, lineage, wrapped }: OpenRow): DataKey | null {
    for (const candidate of wrapped === null ? [] : candidates()) {
      const context = `opened lock\0${stream}\0${lineage}`;
      const bytes = nullIfSealed(() =>
        decrypt(DataKey.secretOf(candidate), context, bytesOf(wrapped ?? ""), "lock"),
      );
      if (bytes) return new DataKey(bytes);
    }
    return null;
  }

  for (let sizeBefore = -1; sizeBefore < openedKeys.size;) {
    sizeBefore = openedKeys.size;
    for (const row of keys) {
      const key = openedKeys.has(row.id) ? null : tryKey(row);
      if (key) openedKeys.set(row.id, key);
    }
    for (const row of rowsOf<OpenRow>(dump, "vault.open_locks")) {
      const keyId = locks.find(({ stream }) => stream === row.stream)?.key_id ?? "";
      const key = openedKeys.has(keyId) ? null : tryUnlockToken(row);
      if (key) openedKeys.set(keyId, key);
    }
  }
  return openedKeys;
}

/** The key behind an encryption lock, for an attacker who also knows its password. */
export async function openKeyByPassword(
  dump: Dump,
  masterKey: Uint8Array,
  keyId: string,
  password: string,
): Promise<DataKey | null> {
  const row = rowsOf<KeyRow>(dump, "vault.keys").find(({ id }) => id === keyId);
  const parent = row?.parent_id ? openKeys(dump, masterKey).get(row.parent_id) : undefined;
  if (!row || !parent || row.lock_salt === null) return null;
  const lock = await lockKeyOf(password, row.lock_salt);
  return keyWrap.unwrapLocked(bytesOf(row.wrapped), row.id, row.parent_id, parent, lock);
}

const eventLabels = Object.values(domainEvents).flatMap(({ schema }) =>
  Object.values(schema.shape).flatMap((field) => {
    const label = field.meta()?.sealed;
    return typeof label === "string" ? [label] : [];
  }),
);
const labels = new Set(eventLabels);

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner);
  }
}

/** Every sealed text has at least this many characters: format, nonce and tag. */
const shortestSealedText = 39;

/** All texts of a dump that the keys can open. It tries every value with every key, every stream and every label of events. */
export function openAllTexts(dump: Dump, keys: ReadonlyMap<string, DataKey>): string {
  const streams = new Set(rowsOf<{ stream: string }>(dump, "eventstore.events").map(({ stream }) => stream));
  const values = new Set<string>();
  for (const value of stringsIn(dump)) {
    const ciphertext = value.startsWith("\\x") ? bytesOf(value).toString("base64url") : value;
    if (ciphertext.length >= shortestSealedText && /^[\w-]+$/.test(ciphertext)) values.add(ciphertext);
  }
  const texts: string[] = [];
  for (const value of values) {
    for (const key of keys.values()) {
      for (const stream of streams) {
        for (const label of labels) {
          const text = nullIfSealed(() => open(key, stream, label, value as Sealed));
          if (text !== null) texts.push(text);
        }
      }
    }
  }
  return texts.join("\n");
}
