import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./autosave-state.ts";
import type { DraftCipher } from "../../../shared/draft-cipher.ts";

/** The drafts of one user on this device. Each method that returns a promise rejects when the device cannot store drafts. */
export type Drafts = {
  /**
   * @param replacedId another draft that this one replaces, in the same transaction
   * @param cipher encrypts the draft; by default the cipher of its journal if that is encrypted and unlocked, otherwise the user's cipher
   */
  put(draft: Draft, replacedId?: string, cipher?: DraftCipher): Promise<void>;
  /**
   * Stores a draft synchronously, in the local storage, for a page that is about to close: the database would be too slow.
   * The next page moves it into the database.
   */
  putNow(draft: Draft, replacedId?: string, cipher?: DraftCipher): void;
  remove(localId: string): Promise<void>;
  find(localId: string): Promise<Draft | null>;
  /** newest first */
  ofEntry(entryId: number): Promise<Draft[]>;
  /** of entries that are not created yet, newest first */
  ofNewEntries(journalId: number): Promise<Draft[]>;
};

/** A draft in the local storage. `place` is as in {@link Row}; `text` has one character for each byte of the ciphertext. */
type LocalStorageRow = { place: string; replacedId: string | undefined; text: string };

/** A draft in the database. `place` is `entry:ID`, or `journal:ID` for an entry that is not created yet; `sealed` is the ciphertext. */
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

/** Binds a ciphertext to its row: it cannot be decrypted with another label. */
const labelOf = ({ userId, localId, place }: Omit<Row, "sealed">): string => `${userId}/${localId}/${place}`;

/**
 * Drafts in IndexedDB, `daybook-drafts`. The user id, the local id, and the id of the entry (or of the journal of a new entry) are in clear
 * text; everything else is encrypted. Drafts of an encrypted journal use the key of that journal, which
 * needs its password. A draft that cannot be decrypted is left as it is.
 *
 * @param userCipher the cipher of this user
 * @param journalCiphers the ciphers of the encrypted journals that are unlocked now
 * @param storage keeps the drafts of pages that close before the database has them
 */
export function localDrafts(
  userId: number,
  userCipher: DraftCipher,
  journalCiphers: () => ReadonlyMap<number, DraftCipher> = () => new Map(),
  storage: () => Storage = () => localStorage,
): Drafts {
  const prefix = `daybook-draft/${userId}/`;
  let openingDatabase: Promise<IDBPDatabase<DraftSchema>> | null = null;

  /** Runs a function with the local storage, if the browser allows it. */
  function withStorage(use: (local: Storage) => void): void {
    try {
      use(storage());
    } catch {
      // Without the local storage, only the database keeps drafts.
    }
  }
  const removeFromStorage = (localId: string) => withStorage((local) => local.removeItem(prefix + localId));

  async function moveStoredDraft(
    openDatabase: IDBPDatabase<DraftSchema>,
    localId: string,
    storedText: string,
  ): Promise<void> {
    const { place, replacedId, text } = JSON.parse(storedText) as LocalStorageRow;
    const ciphertext = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const transaction = openDatabase.transaction("drafts", "readwrite");
    if (replacedId !== undefined) void transaction.store.delete([userId, replacedId]);
    void transaction.store.put({ userId, localId, place, sealed: ciphertext });
    await transaction.done;
    removeFromStorage(localId);
  }

  /** Moves the drafts of closed pages from the local storage into the database. */
  async function moveStoredDrafts(openDatabase: IDBPDatabase<DraftSchema>): Promise<void> {
    const storedTexts: [localId: string, text: string][] = [];
    withStorage((local) => {
      for (const key of Object.keys(local).filter((name) => name.startsWith(prefix)))
        storedTexts.push([key.slice(prefix.length), local.getItem(key) ?? ""]);
    });
    // A draft that cannot be moved stays in the local storage. The other drafts are moved anyway.
    await Promise.allSettled(
      storedTexts.map(([localId, text]) => moveStoredDraft(openDatabase, localId, text)),
    );
  }

  async function database(): Promise<IDBPDatabase<DraftSchema>> {
    openingDatabase ??= openDB<DraftSchema>("daybook-drafts", 1, {
      upgrade(newDatabase) {
        const store = newDatabase.createObjectStore("drafts", { keyPath: ["userId", "localId"] });
        store.createIndex("place", ["userId", "place"]);
      },
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        openingDatabase = null;
      },
      terminated: () => {
        openingDatabase = null;
      },
    }).then(async (openDatabase) => {
      await moveStoredDrafts(openDatabase);
      return openDatabase;
    });
    try {
      return await openingDatabase;
    } catch (error) {
      openingDatabase = null;
      throw error;
    }
  }

  const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
    left.length === right.length && left.every((byte, index) => byte === right[index]);

  /** Re-encrypts a draft that is older than the encryption of its journal, unless it was changed in the meantime. */
  async function reencrypt(row: Row, text: string, cipher: DraftCipher): Promise<void> {
    const ciphertext = cipher.encrypt(text, labelOf(row));
    const transaction = (await database()).transaction("drafts", "readwrite");
    const current = await transaction.store.get([row.userId, row.localId]);
    if (current && sameBytes(current.sealed, row.sealed))
      await transaction.store.put({ ...row, sealed: ciphertext });
    await transaction.done;
  }

  /** Decrypts a row; an empty array when no cipher fits. A draft under the user's cipher is re-encrypted with its journal's cipher, if there is one. */
  async function decryptRow(row: Row): Promise<Draft[]> {
    const ciphers = journalCiphers();
    const text = userCipher.decrypt(row.sealed, labelOf(row));
    if (text !== null) {
      const draft = fromJson(text);
      const cipher = ciphers.get(draft.journalId);
      if (cipher) await reencrypt(row, text, cipher);
      return [draft];
    }
    const texts = [...ciphers.values()].map((cipher) => cipher.decrypt(row.sealed, labelOf(row)));
    return texts.filter((text) => text !== null).map((text) => fromJson(text));
  }

  async function draftsAt(place: string): Promise<Draft[]> {
    const rows = await (await database()).getAllFromIndex("drafts", "place", [userId, place]);
    const drafts = await Promise.all(rows.map(decryptRow));
    return drafts.flat().sort((left, right) => (left.changedAt < right.changedAt ? 1 : -1));
  }

  function rowOf(draft: Draft, chosenCipher?: DraftCipher): Row {
    const cipher = chosenCipher ?? journalCiphers().get(draft.journalId) ?? userCipher;
    const row = { userId, localId: draft.localId, place: placeOf(draft) };
    return { ...row, sealed: cipher.encrypt(toJson(draft), labelOf(row)) };
  }

  async function put(draft: Draft, replacedId?: string, chosenCipher?: DraftCipher): Promise<void> {
    const row = rowOf(draft, chosenCipher);
    const transaction = (await database()).transaction("drafts", "readwrite");
    await Promise.all([
      transaction.store.put(row),
      replacedId !== undefined && replacedId !== draft.localId
        ? transaction.store.delete([userId, replacedId])
        : undefined,
      transaction.done,
    ]);
    removeFromStorage(draft.localId);
  }

  return {
    put,
    putNow(draft, replacedId, chosenCipher) {
      const { localId, place, sealed } = rowOf(draft, chosenCipher);
      const text = Array.from(sealed, (byte) => String.fromCharCode(byte)).join("");
      const row: LocalStorageRow = { place, replacedId, text };
      withStorage((local) => local.setItem(prefix + localId, JSON.stringify(row)));
    },
    async remove(localId) {
      removeFromStorage(localId);
      await (await database()).delete("drafts", [userId, localId]);
    },
    async find(localId) {
      const row = await (await database()).get("drafts", [userId, localId]);
      return row ? ((await decryptRow(row))[0] ?? null) : null;
    },
    ofEntry: (entryId) => draftsAt(`entry:${entryId}`),
    ofNewEntries: (journalId) => draftsAt(`journal:${journalId}`),
  };
}
