import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./autosave.ts";
import type { DraftCipher } from "../../shared/draft-cipher.ts";

/** The unsaved texts of one person on this device. Each method rejects when the device cannot keep them. */
export type Drafts = {
  /**
   * @param instead another draft that this one takes the place of, in the same transaction
   * @param cipher seals it; the one of its journal as it is now, when left out
   */
  put(draft: Draft, instead?: string, cipher?: DraftCipher): Promise<void>;
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

const placeOf = ({ entryId, journalId }: Draft): string =>
  entryId === null ? `journal:${journalId}` : `entry:${entryId}`;

const labelOf = ({ userId, localId, place }: Omit<Row, "sealed">): string => `${userId}/${localId}/${place}`;

/**
 * Drafts in IndexedDB, `daybook-drafts`. Whose they are and which entry they belong to is in clear, all else is sealed: by a
 * key of the journal where that is encrypted, which only its password gives. A draft that does not open stays where it is.
 *
 * @param own the person's cipher
 * @param ofJournals those of the encrypted journals that are open now
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

  /** Seals anew what was written before its journal was encrypted, unless it was changed meanwhile. */
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
      const draft = JSON.parse(text) as Draft;
      const cipher = journals.get(draft.journalId);
      if (cipher) await reseal(row, text, cipher);
      return [draft];
    }
    const texts = [...journals.values()].map((cipher) => cipher.open(row.sealed, labelOf(row)));
    return texts.filter((found) => found !== null).map((found) => JSON.parse(found) as Draft);
  }

  async function inPlace(place: string): Promise<Draft[]> {
    const rows = await (await database()).getAllFromIndex("drafts", "place", [userId, place]);
    const drafts = await Promise.all(rows.map(opened));
    return drafts.flat().sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
  }

  async function put(draft: Draft, instead?: string, chosen?: DraftCipher): Promise<void> {
    const cipher = chosen ?? ofJournals().get(draft.journalId) ?? own;
    const row = { userId, localId: draft.localId, place: placeOf(draft) };
    const sealed = cipher.seal(JSON.stringify(draft), labelOf(row));
    const transaction = (await database()).transaction("drafts", "readwrite");
    await Promise.all([
      transaction.store.put({ ...row, sealed }),
      instead !== undefined && instead !== draft.localId
        ? transaction.store.delete([userId, instead])
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
