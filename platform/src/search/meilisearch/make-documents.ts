import type { Position } from "../../event-store/position.ts";
import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import { areLarge } from "../large-documents.ts";
import type { SearchDocument } from "../search-index.ts";
import { type MeiliDocument, meiliDocumentsOf } from "./documents.ts";

/** The program of a worker thread. The bundle replaces this URL, see `bin/run/bundle-program.mjs`. */
const program = new URL("./documents-program.ts", import.meta.url);

/** Makes the documents for Meilisearch. Uses a worker thread when there are threads and the texts are long in total. */
export async function makeMeiliDocuments(
  documents: readonly SearchDocument[],
  position: Position | null,
  threads: Pick<WorkerThreads, "run"> | undefined,
): Promise<readonly MeiliDocument[]> {
  if (!threads || !areLarge(documents))
    return documents.flatMap((document) => meiliDocumentsOf(document, position));
  const input = { documents, position };
  const documentsOfThread = await threads.run({
    program,
    name: "makeDocuments",
    input,
    owner: "search index",
  });
  return documentsOfThread as readonly MeiliDocument[];
}
