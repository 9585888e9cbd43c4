import { createPool } from "../../postgres/pool.ts";
import { answerTask } from "../../worker-threads/answer-task.ts";
import { createPostgresWriter, type PutTask } from "./write.ts";

async function put({ connectionString, slot, expectsLive, documents, position }: PutTask): Promise<void> {
  const applicationName = "daybook search thread";
  const pool = createPool({ connectionString, applicationName, max: 1, durable: false });
  try {
    await createPostgresWriter(pool, slot, expectsLive).put(documents, position);
  } finally {
    await pool.end();
  }
}

/** The program of a worker thread: writes documents to an index, with its own connection. */
export const putDocuments = answerTask(put);
