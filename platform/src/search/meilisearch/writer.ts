import type { Index } from "meilisearch";
import { IndexSwapped, type SearchWriter } from "../search-index.ts";
import type { EngineCheckpoints } from "./checkpoints.ts";
import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import type { MeiliDocument } from "./documents.ts";
import { orUnavailable, codeOf, awaitTask } from "./engine.ts";
import { makeMeiliDocuments } from "./make-documents.ts";
import type { IndexState, IndexStates } from "./index-states.ts";

type WriterDeps = {
  readonly indexStates: Pick<IndexStates, "read" | "exists">;
  readonly checkpoints: EngineCheckpoints;
  /** The threads that process long texts. Without them, the calling thread does. */
  readonly threads: Pick<WorkerThreads, "run"> | undefined;
};

/** Finds stored parts that texts no longer have because they became shorter. */
async function findSurplusParts(
  index: Index<MeiliDocument>,
  parts: readonly MeiliDocument[],
): Promise<string[]> {
  const ids = [...new Set(parts.map(({ entryId }) => entryId))];
  const partIds = new Set(parts.map(({ id }) => id));
  const { results } = await index.getDocuments({
    filter: `entryId IN [${ids.join(", ")}] AND part > 0`,
    fields: ["id"],
    limit: 10_000,
  });
  return results.flatMap(({ id }) => (partIds.has(id) ? [] : [id]));
}

/**
 * Writes to an index of the engine. A batch is one task of the engine. When texts became shorter, a second task deletes their surplus
 * parts. The checkpoint is in PostgreSQL, under the generation of the index. An index that replaces a lost one has a new
 * generation, so it starts without a checkpoint.
 */
export function createWriter(
  index: Index<MeiliDocument>,
  state: IndexState,
  { indexStates, checkpoints, threads }: WriterDeps,
): SearchWriter {
  const { id, generation } = state;

  const runIfCurrent = <T>(work: () => Promise<T>): Promise<T> =>
    orUnavailable(async () => {
      const currentState = await indexStates.read(id);
      if (currentState?.generation !== generation || currentState.swapping) throw new IndexSwapped();
      return work().catch((error: unknown) => {
        throw codeOf(error) === "index_not_found" ? new IndexSwapped() : error;
      });
    });

  return {
    checkpoint: () =>
      runIfCurrent(async () => {
        // The documents can be lost while the state of their index remains. Searches would then find nothing, without an error.
        if (!(await indexStates.exists(index.uid))) throw new IndexSwapped();
        return checkpoints.read(generation);
      }),
    put: async (documents, position) => {
      if (documents.length === 0) return;
      const parts = await makeMeiliDocuments(documents, position, threads);
      await runIfCurrent(async () => {
        const surplusIds = await findSurplusParts(index, parts);
        const addition = index.addDocuments([...parts]);
        if (surplusIds.length > 0) {
          await addition;
          await awaitTask(index.deleteDocuments(surplusIds));
        }
        await awaitTask(addition);
      });
    },
    remove: async (entryIds) => {
      if (entryIds.length === 0) return;
      await runIfCurrent(() =>
        awaitTask(index.deleteDocuments({ filter: `entryId IN [${entryIds.join(", ")}]` })),
      );
    },
    saveCheckpoint: (position) => runIfCurrent(() => checkpoints.save(generation, position)),
  };
}
