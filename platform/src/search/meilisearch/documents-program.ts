import type { Position } from "../../event-store/position.ts";
import { answerTask } from "../../worker-threads/answer-task.ts";
import type { SearchDocument } from "../search-index.ts";
import { meiliDocumentsOf } from "./documents.ts";

type Input = { readonly documents: readonly SearchDocument[]; readonly position: Position | null };

/** The program of a worker thread: converts documents with long texts to the documents that Meilisearch stores. */
export const makeDocuments = answerTask(({ documents, position }: Input) =>
  documents.flatMap((document) => meiliDocumentsOf(document, position)),
);
