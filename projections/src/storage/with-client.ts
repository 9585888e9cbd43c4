import type pg from "pg";

// A lost connection rejects the running query and also emits "error". Without a listener the event would end the process.
const ignoreError = (): void => {};

/** Takes a client from the pool. */
export async function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on("error", ignoreError);
  return client;
}

/** Returns a client to the pool. With `isBroken` it is closed. */
export function returnClient(client: pg.PoolClient, isBroken: boolean): void {
  client.release(isBroken);
  client.off("error", ignoreError);
}

/** Runs `work` with a client of the pool. When `work` throws, rolls back. When the rollback fails too, closes the client. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeClient(pool);
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => (isBroken = true));
    throw error;
  } finally {
    returnClient(client, isBroken);
  }
}

/** Takes a client from the pool for each item, and runs `work` once with all pairs. After a failure, closes the clients. */
export async function withClients<I, T>(
  pool: pg.Pool,
  items: readonly I[],
  work: (pairs: readonly { item: I; client: pg.PoolClient }[]) => Promise<T>,
): Promise<T> {
  const pairs: { item: I; client: pg.PoolClient }[] = [];
  let hasFailed = true;
  try {
    for (const item of items) pairs.push({ item, client: await takeClient(pool) });
    const result = await work(pairs);
    hasFailed = false;
    return result;
  } finally {
    for (const { client } of pairs) returnClient(client, hasFailed);
  }
}
