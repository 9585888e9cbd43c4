import { setTimeout as sleep } from "node:timers/promises";
import { openCallClient } from "./call-client.ts";

const pauseMs = 8;

/** Saves an entry of a new account again and again, with a short pause after each save, until `end` resolves. Returns the milliseconds of each save. */
export async function saveUntil(url: string, end: Promise<unknown>): Promise<number[]> {
  const client = await openCallClient(url);
  const { journalId } = client;
  const body = { title: "Steady", richtext_body: "<p>0</p>" };
  const reply = await client.call("createEntry", { params: { journalId }, body });
  const params = { journalId, entryId: String(reply.entry.id) };
  const times: number[] = [];
  const endController = new AbortController();
  void end.then(() => endController.abort());
  for (let count = 1; !endController.signal.aborted; count++) {
    const startedAt = performance.now();
    await client.call("updateEntry", { params, body: { richtext_body: `<p>${count}</p>` } });
    times.push(performance.now() - startedAt);
    await sleep(pauseMs);
  }
  client.close();
  return times;
}
