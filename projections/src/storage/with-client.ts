import type pg from "pg";

// A client that is in use says twice that its connection is lost: to who waits for an answer, and as an event, which
// would end the process if nobody listened.
const heardAlready = (): void => {};

/** Takes a client out of the pool. */
export async function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on("error", heardAlready);
  return client;
}

/** Puts a client back; one that is `broken` is closed. */
export function returnClient(client: pg.PoolClient, broken: boolean): void {
  client.release(broken);
  client.off("error", heardAlready);
}

/**
 * Runs `work` on a client of the pool. When it throws, the transaction is rolled back, and a client that cannot even do
 * that is closed.
 */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeClient(pool);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => (broken = true));
    throw error;
  } finally {
    returnClient(client, broken);
  }
}

/** Lends a client of the pool for each item, and takes them all back; after a failure they are closed. */
export async function withClients<I, T>(
  pool: pg.Pool,
  items: readonly I[],
  work: (pairs: readonly { item: I; client: pg.PoolClient }[]) => Promise<T>,
): Promise<T> {
  const pairs: { item: I; client: pg.PoolClient }[] = [];
  let failed = true;
  try {
    for (const item of items) pairs.push({ item, client: await takeClient(pool) });
    const result = await work(pairs);
    failed = false;
    return result;
  } finally {
    for (const { client } of pairs) returnClient(client, failed);
  }
}
