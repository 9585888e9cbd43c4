import { MongoJobRepository } from "@agendajs/mongo-backend";
import { MongoClient } from "mongodb";
import type { ClockServer } from "./agenda-clock.ts";

/** Short, so that an outage is noticed soon, and a stop does not wait long for a server that cannot be reached. */
const timeouts = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 10_000 };

/** Connects to MongoDB. The job clock is stored in a collection of the database that the URL names. */
export async function connectMongo(url: string): Promise<ClockServer> {
  const client = new MongoClient(url, { ...timeouts, maxPoolSize: 4, appName: "daybook job clock" });
  try {
    await client.connect();
    const repository = new MongoJobRepository({
      mongo: client.db(),
      db: { collection: "daybook_job_clock" },
    });
    await repository.connect();
    return { repository, close: () => client.close() };
  } catch (error) {
    await client.close().catch(() => {});
    throw error;
  }
}
