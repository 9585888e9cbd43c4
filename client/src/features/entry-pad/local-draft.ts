import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./autosave.ts";
import type { DraftCipher } from "./draft-cipher.ts";

/** The unsaved texts of one person on this device. Each method rejects when the device cannot keep them. */
export type Drafts = {
  /** @param instead another draft that this one takes the place of, in the same transaction */
  put(draft: Draft, instead?: string): Promise<void>;
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
 * Drafts in IndexedDB, `daybook-drafts`. Whose they are and which entry they belong to is in clear, all else is sealed.
 * A draft that does not open with this key stays where it is.
 */
export function localDrafts(userId: number, cipher: DraftCipher): Drafts {
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

  function opened(row: Row): Draft[] {
    const text = cipher.open(row.sealed, labelOf(row));
    return text === null ? [] : [JSON.parse(text) as Draft];
  }

  async function inPlace(place: string): Promise<Draft[]> {
    const rows = await (await database()).getAllFromIndex("drafts", "place", [userId, place]);
    return rows.flatMap(opened).sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
  }

  return {
    async put(draft, instead) {
      const place = placeOf(draft);
      const row = { userId, localId: draft.localId, place };
      const sealed = cipher.seal(JSON.stringify(draft), labelOf(row));
      const transaction = (await database()).transaction("drafts", "readwrite");
      await Promise.all([
        transaction.store.put({ ...row, sealed }),
        instead !== undefined && instead !== draft.localId
          ? transaction.store.delete([userId, instead])
          : undefined,
        transaction.done,
      ]);
    },
    async remove(localId) {
      await (await database()).delete("drafts", [userId, localId]);
    },
    async find(localId) {
      const row = await (await database()).get("drafts", [userId, localId]);
      return row ? (opened(row)[0] ?? null) : null;
    },
    ofEntry: (entryId) => inPlace(`entry:${entryId}`),
    ofNewEntries: (journalId) => inPlace(`journal:${journalId}`),
  };
}
