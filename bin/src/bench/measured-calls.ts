import type { BodyOf } from "@daybook/domain/contract/contract";
import { type CallClient, CallRefused } from "./call-client.ts";

/** Makes the call once. @param writer the index of the concurrent writer that makes it */
type MakeCall = (writer: number) => Promise<unknown>;

/** A call that is measured. It goes over HTTP, so that any version of the product can be measured. */
export type MeasuredCall = {
  readonly name: string;
  /** How many writers make the call concurrently. Each count is measured separately. */
  readonly writerCounts: readonly number[];
  /**
   * Writes what the call needs. If the version does not know the call, `prepare` or the first call throws {@link CallRefused} with
   * status 404.
   */
  readonly prepare: (client: CallClient, writerCount: number) => Promise<MakeCall>;
};

const sentence = "Up betimes and to my office, where I did a great deal of business, and so home to dinner. ";
const entryCount = 200;

/** Writes entries of about 100 words, each with one unique word. Returns their ids. */
async function writeEntries(client: CallClient): Promise<number[]> {
  const ids: number[] = [];
  const params = { journalId: client.journalId };
  const worker = async () => {
    while (ids.length < entryCount) {
      const index = ids.push(0) - 1;
      const body = {
        title: `Entry ${index}`,
        richtext_body: `<p>${sentence.repeat(5)}</p><p>only${index} in this one</p>`,
        created_at: new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10),
      };
      ids[index] = (await client.call("createEntry", { params, body })).entry.id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return ids;
}

/** Returns a function that returns the values one after the other, and starts again after the last one. */
function cycle<T>(values: readonly T[]): () => T {
  let nextIndex = 0;
  return () => {
    const value = values[nextIndex++ % values.length];
    if (value === undefined) throw new Error("there are no values");
    return value;
  };
}

/** Creates an entry and returns a function that saves it like the autosave: signed, with an idempotency key and a base revision. */
async function createSaver(client: CallClient): Promise<() => Promise<void>> {
  const { journalId } = client;
  const body = { title: "Bench", richtext_body: `<p>${sentence}</p>` };
  const reply = await client.call("createEntry", { params: { journalId }, body });
  const params = { journalId, entryId: String(reply.entry.id) };
  let { revision } = reply.entry;
  let saveCount = 0;
  return async () => {
    saveCount += 1;
    const html = `<p>${sentence.repeat(14)}${saveCount}</p>`;
    const changedBody = { title: "Bench", richtext_body: html, modified: revision };
    revision = (await client.call("updateEntry", { params, body: changedBody })).entry.revision;
  };
}

/** The PUT that saves an entry while a person types. */
export const autosaveCall: MeasuredCall = {
  name: "autosave",
  writerCounts: [1, 16],
  async prepare(client, writerCount) {
    const savers = await Promise.all(Array.from({ length: writerCount }, () => createSaver(client)));
    return async (writer) => savers[writer]?.();
  },
};

/** Every call that can be compared between versions; add another one here. */
export const measuredCalls: readonly MeasuredCall[] = [
  autosaveCall,
  {
    name: "open",
    writerCounts: [1],
    async prepare(client) {
      const nextEntryId = cycle(await writeEntries(client));
      const query = { previous: "10", next: "10" };
      return () => {
        const params = { journalId: client.journalId, entryId: String(nextEntryId()) };
        return client.call("getEntry", { params, query });
      };
    },
  },
  {
    name: "list",
    writerCounts: [1],
    async prepare(client) {
      await writeEntries(client);
      const params = { journalId: client.journalId };
      return () => client.call("listEntries", { params });
    },
  },
  {
    name: "search",
    writerCounts: [1],
    async prepare(client) {
      const nextQuery = cycle(
        (await writeEntries(client)).map((_, index) => (index % 2 === 0 ? `only${index}` : "great business")),
      );
      const search = () => client.call("search", { query: { query: nextQuery() } });
      await search();
      return search;
    },
  },
  {
    name: "login",
    writerCounts: [1],
    async prepare(client) {
      // The server limits the log-ins of an account and of an IP address.
      const people: { body: BodyOf<"login">; address: string }[] = [];
      for (let number = 1; number <= 20; number++)
        people.push({ body: await client.signUpAnother(), address: `127.0.1.${number}` });
      const nextPerson = cycle(people);
      return () => {
        const { body, address } = nextPerson();
        return client.call("login", { body }, address);
      };
    },
  },
];

/** True when the error says that a version does not know a call. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof CallRefused && error.status === 404;
