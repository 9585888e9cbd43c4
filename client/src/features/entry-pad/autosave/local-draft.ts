import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./autosave.ts";
import type { DraftCipher } from "../../../shared/draft-cipher.ts";

/** The drafts of one user on this device. Each method rejects when the device cannot store drafts. */
export type Drafts = {
  /**
   * @param replacedId another draft that this one replaces, in the same transaction
   * @param cipher encrypts it; by default the current cipher of its journal
   */
  put(draft: Draft, replacedId?: string, cipher?: DraftCipher): Promise<void>;
  remove(localId: string): Promise<void>;
  find(localId: string): Promise<Draft | null>;
  /** newest first */
  ofEntry(entryId: number): Promise<Draft[]>;
  /** of entries that are not created yet, newest first */
  ofNewEntries(journalId: number): Promise<Draft[]>;
};

type Row = { userId: number; localId: string; place: string; sealed: Uint8Array };

interface DraftSchema extends DBSchema {
  drafts: { key: [number, string]; value: Row; indexes: { place: [number, string] } };
}

/** The JSON keeps the field name `act` of older versions. */
type StoredDraft = Omit<Draft, "attempt"> & { readonly act: Draft["attempt"] };

function toJson({ attempt, ...draft }: Draft): string {
  return JSON.stringify({ ...draft, act: attempt } satisfies StoredDraft);
}

function fromJson(text: string): Draft {
  const { act, ...draft } = JSON.parse(text) as StoredDraft;
  return { ...draft, attempt: act };
}

const placeOf = ({ entryId, journalId }: Draft): string =>
  entryId === null ? `journal:${journalId}` : `entry:${entryId}`;

const labelOf = ({ userId, localId, place }: Omit<Row, "sealed">): string => `${userId}/${localId}/${place}`;

/**
 * Drafts in IndexedDB, `daybook-drafts`. The user id and the entry id are in clear text, everything else is encrypted. Drafts of an
 * encrypted journal use the key of that journal, which needs its password. A draft that cannot be decrypted is left as it is.
 *
 * @param own the cipher of this user
 * @param ofJournals the ciphers of the encrypted journals that are unlocked now
 */
export function localDrafts(
  userId: number,
  own: DraftCipher,
  ofJournals: () => ReadonlyMap<number, DraftCipher> = () => new Map(),
): Drafts {
  let opening: Promise<IDBPDatabase<DraftSchema>> | null = null;

  async function database(): Promise<IDBPDatabase<DraftSchema>> {
    opening ??= openDB<DraftSchema>("daybook-drafts", 1, {
      upgrade(created) {
        const store = created.createObjectStore("drafts", { keyPath: ["userId", "localId"] });
        store.createIndex("place", ["userId", "place"]);
      },
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opening = null;
      },
      terminated: () => {
        opening = null;
      },
    });
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
    one.length === other.length && one.every((byte, index) => byte === other[index]);

  /** Encrypts a draft again that is older than the encryption of its journal, unless it was changed in the meantime. */
  async function reseal(row: Row, text: string, cipher: DraftCipher): Promise<void> {
    const sealed = cipher.seal(text, labelOf(row));
    const transaction = (await database()).transaction("drafts", "readwrite");
    const current = await transaction.store.get([row.userId, row.localId]);
    if (current && sameBytes(current.sealed, row.sealed)) await transaction.store.put({ ...row, sealed });
    await transaction.done;
  }

  async function opened(row: Row): Promise<Draft[]> {
    const journals = ofJournals();
    const text = own.open(row.sealed, labelOf(row));
    if (text !== null) {
      const draft = fromJson(text);
      const cipher = journals.get(draft.journalId);
      if (cipher) await reseal(row, text, cipher);
      return [draft];
    }
    const texts = [...journals.values()].map((cipher) => cipher.open(row.sealed, labelOf(row)));
    return texts.filter((found) => found !== null).map((found) => fromJson(found));
  }

  async function inPlace(place: string): Promise<Draft[]> {
    const rows = await (await database()).getAllFromIndex("drafts", "place", [userId, place]);
    const drafts = await Promise.all(rows.map(opened));
    return drafts.flat().sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
  }

  async function put(draft: Draft, replacedId?: string, chosen?: DraftCipher): Promise<void> {
    const cipher = chosen ?? ofJournals().get(draft.journalId) ?? own;
    const row = { userId, localId: draft.localId, place: placeOf(draft) };
    const sealed = cipher.seal(toJson(draft), labelOf(row));
    const transaction = (await database()).transaction("drafts", "readwrite");
    await Promise.all([
      transaction.store.put({ ...row, sealed }),
      replacedId !== undefined && replacedId !== draft.localId
        ? transaction.store.delete([userId, replacedId])
        : undefined,
      transaction.done,
    ]);
  }

  return {
    put,
    async remove(localId) {
      await (await database()).delete("drafts", [userId, localId]);
    },
    async find(localId) {
      const row = await (await database()).get("drafts", [userId, localId]);
      return row ? ((await opened(row))[0] ?? null) : null;
    },
    ofEntry: (entryId) => inPlace(`entry:${entryId}`),
    ofNewEntries: (journalId) => inPlace(`journal:${journalId}`),
  };
}
