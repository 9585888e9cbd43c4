import { randomUUID } from "node:crypto";
import type { Index, Meilisearch } from "meilisearch";
import type { MeiliDocument } from "./documents.ts";
import { codeOf, awaitTask, indexFormat, indexSettings } from "./engine.ts";

/** The names of three indexes: the live one, the spare one that a rebuild fills, and a small one with the states of the other two. */
export type IndexNames = { readonly live: string; readonly spare: string; readonly states: string };
/** The names of the indexes for a prefix. */
export const indexNamesFor = (prefix: string): IndexNames => ({
  live: `${prefix}-entries`,
  spare: `${prefix}-entries-beside`,
  states: `${prefix}-places`,
});

/** The state of an index, stored in the engine. Its position in the log is stored in PostgreSQL. */
export type IndexState = {
  /** The name of the index. */
  readonly id: string;
  /** A new random value whenever an index is created or has to be filled again, so that a lost or replaced index is noticed. */
  readonly generation: string;
  /** The id of the log that it was filled from; empty while that log had no events. */
  readonly log: string;
  /** See {@link indexFormat}. */
  readonly format: number;
  /** When the index was created or last swapped, in milliseconds since 1970. */
  readonly since: number;
  /** True while a rebuild swaps the indexes. If a crash interrupts the swap, this stays true, and the content of the index is unknown. */
  readonly swapping: boolean;
};

/**
 * Creates the indexes of the engine and stores their states. To find an index or a state, it reads the list of all: the engine would
 * log a request for a missing one as an error.
 */
export function createIndexStates(client: Meilisearch, names: IndexNames) {
  const states = client.index<IndexState>(names.states);

  async function existingUids(): Promise<Set<string>> {
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    return new Set(results.map(({ uid }) => uid));
  }

  async function make(index: Index<MeiliDocument>): Promise<void> {
    await awaitTask(client.createIndex(index.uid, { primaryKey: "id" }));
    await awaitTask(index.updateSettings(indexSettings));
  }

  return {
    make,

    /**
     * Creates the live index and the index of the states, if they are missing. When only the live index is missing, its old state is
     * deleted, so that the new index is filled again.
     */
    async prepare(): Promise<void> {
      const uids = await existingUids();
      if (!uids.has(names.live)) {
        if (uids.has(names.states)) await awaitTask(states.deleteDocument(names.live));
        await make(client.index<MeiliDocument>(names.live));
      }
      if (!uids.has(names.states)) await awaitTask(client.createIndex(names.states, { primaryKey: "id" }));
    },

    /** The state of an index; `null` when none is stored: the index was never created, or the states were lost. */
    async read(name: string): Promise<IndexState | null> {
      try {
        const { results } = await states.getDocuments({ limit: 10 });
        return results.find(({ id }) => id === name) ?? null;
      } catch (error) {
        if (codeOf(error) === "index_not_found") return null;
        throw error;
      }
    },

    write: (state: IndexState): Promise<void> => awaitTask(states.addDocuments([state])),

    /** The first state of an index that has to be filled. */
    newState: (id: string, log: string): IndexState => ({
      id,
      log,
      format: indexFormat,
      generation: randomUUID(),
      since: Date.now(),
      swapping: false,
    }),

    /** Deletes the spare index and its state, if they are there. */
    async dropSpare(): Promise<void> {
      if ((await existingUids()).has(names.spare)) await awaitTask(client.deleteIndex(names.spare));
      if (await this.read(names.spare)) await awaitTask(states.deleteDocument(names.spare));
    },

    exists: async (name: string): Promise<boolean> => (await existingUids()).has(name),
  };
}

/** See {@link createIndexStates}. */
export type IndexStates = ReturnType<typeof createIndexStates>;
