import type { Index } from "meilisearch";
import { IndexSwapped, type SearchWriter } from "../search-index.ts";
import type { EngineCheckpoints } from "./checkpoints.ts";
import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import type { MeiliDocument } from "./documents.ts";
import { orUnavailable, codeOf, awaitTask } from "./engine.ts";
import { makeMeiliDocuments } from "./make-documents.ts";
import type { Place, Places } from "./places.ts";

type Parts = {
  readonly places: Pick<Places, "read" | "exists">;
  readonly checkpoints: EngineCheckpoints;
  /** For long texts; without them everything is done at once. */
  readonly threads: Pick<WorkerThreads, "run"> | undefined;
};

/** Removes parts of texts that have fewer parts now. Such long texts are rare, so this first looks for some. */
async function removeOldParts(
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
 * Writes to an index of the engine by one task for each batch. Its checkpoint is next to the log, under the generation of
 * the index, so that a lost index has none.
 */
export function createWriter(
  index: Index<MeiliDocument>,
  place: Place,
  { places, checkpoints, threads }: Parts,
): SearchWriter {
  const { id, generation } = place;

  const write = <T>(work: () => Promise<T>): Promise<T> =>
    orUnavailable(async () => {
      const now = await places.read(id);
      if (now?.generation !== generation || now.swapping) throw new IndexSwapped();
      return work().catch((error: unknown) => {
        throw codeOf(error) === "index_not_found" ? new IndexSwapped() : error;
      });
    });

  return {
    checkpoint: () =>
      write(async () => {
        // The documents can be lost without the state of the index. Searches would then find nothing, without an error.
        if (!(await places.exists(index.uid))) throw new IndexSwapped();
        return checkpoints.read(generation);
      }),
    put: async (documents, position) => {
      if (documents.length === 0) return;
      const parts = await makeMeiliDocuments(documents, position, threads);
      await write(async () => {
        const surplusIds = await removeOldParts(index, parts);
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
      await write(() => awaitTask(index.deleteDocuments({ filter: `entryId IN [${entryIds.join(", ")}]` })));
    },
    saveCheckpoint: (position) => write(() => checkpoints.save(generation, position)),
  };
}
