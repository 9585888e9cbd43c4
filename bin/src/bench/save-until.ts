import { setTimeout as sleep } from "node:timers/promises";
import { openCallClient } from "./call-client.ts";

const pauseMs = 8;
/** The assumed time between two saves of a person who types. See {@link withOmittedSaves}. */
const saveEveryMs = 50;

/**
 * Adds the saves that the benchmark omitted while it waited for a slow save. A person who types does not wait for the server, and would
 * save every `everyMs`. Without the added saves, an outage of ten seconds would count as one slow save among hundreds.
 */
export function withOmittedSaves(samples: readonly number[], everyMs: number): number[] {
  return samples.flatMap((sample) =>
    Array.from(
      { length: Math.max(1, Math.floor(sample / everyMs)) },
      (_, omitted) => sample - omitted * everyMs,
    ),
  );
}

/**
 * Saves an entry of a new account again and again, with a short pause after each save, until `end` settles. Returns how many
 * milliseconds each save took, with those that {@link withOmittedSaves} adds.
 */
export async function saveUntil(url: string, end: Promise<unknown>): Promise<number[]> {
  const client = await openCallClient(url);
  const { journalId } = client;
  const body = { title: "Steady", richtext_body: "<p>0</p>" };
  const reply = await client.call("createEntry", { params: { journalId }, body });
  const params = { journalId, entryId: String(reply.entry.id) };
  const times: number[] = [];
  const endController = new AbortController();
  const stop = () => endController.abort();
  void end.then(stop, stop);
  for (let count = 1; !endController.signal.aborted; count++) {
    const startedAt = performance.now();
    await client.call("updateEntry", { params, body: { richtext_body: `<p>${count}</p>` } });
    times.push(performance.now() - startedAt);
    await sleep(pauseMs);
  }
  client.close();
  return withOmittedSaves(times, saveEveryMs);
}
