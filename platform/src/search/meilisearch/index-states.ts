import { randomUUID } from "node:crypto";
import type { Index, Meilisearch } from "meilisearch";
import type { MeiliDocument } from "./documents.ts";
import { codeOf, awaitTask, indexFormat, indexSettings } from "./engine.ts";

/** The names of the live index, of the one that is being filled, and of a small one with the state of both. */
export type IndexNames = { readonly live: string; readonly spare: string; readonly states: string };
/** The names of the indexes for a prefix. */
export const indexNamesFor = (prefix: string): IndexNames => ({
  live: `${prefix}-entries`,
  spare: `${prefix}-entries-beside`,
  states: `${prefix}-places`,
});

/** The state of an index, stored in the engine. Its position in the log is stored in PostgreSQL. */
export type IndexState = {
  readonly id: string;
  /** New whenever an index is made, so that a lost or replaced index is noticed. */
  readonly generation: string;
  /** The id of the log that it was filled from; empty while that log had no events. */
  readonly log: string;
  /** See {@link indexFormat}. */
  readonly format: number;
  /** When it was made or last swapped, in milliseconds since 1970. */
  readonly since: number;
  /** True while it is being swapped. A crash then leaves an index of unknown content. */
  readonly swapping: boolean;
};

/**
 * Creates the indexes of the engine and stores their states. Finds indexes and states in lists, because the engine would log a request
 * for a missing one as an error.
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
     * Makes the live index and the one of the states, if they are missing. A live index that was lost loses its state, so that it is
     * filled again.
     */
    async prepare(): Promise<void> {
      const uids = await existingUids();
      if (!uids.has(names.live)) {
        if (uids.has(names.states)) await awaitTask(states.deleteDocument(names.live));
        await make(client.index<MeiliDocument>(names.live));
      }
      if (!uids.has(names.states)) await awaitTask(client.createIndex(names.states, { primaryKey: "id" }));
    },

    /** The state of an index; `null` for one that was never made, or was lost. */
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

    /** The state of an index that is created now. */
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
