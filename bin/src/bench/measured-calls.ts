import { type CallClient, CallRefused } from "./call-client.ts";

/** Makes the call once. @param writer the number of the client that makes it */
type Repeat = (writer: number) => Promise<unknown>;

/** A call that is measured over HTTP, which works with any version of the product. */
export type MeasuredCall = {
  readonly name: string;
  /** The numbers of concurrent clients. Each number is measured separately. */
  readonly writers: readonly number[];
  /** Writes what the call needs. Throws {@link CallRefused} with status 404 if the version does not know the call. */
  readonly prepare: (client: CallClient, writers: number) => Promise<Repeat>;
};

const sentence = "Up betimes and to my office, where I did a great deal of business, and so home to dinner. ";
const filled = 200;

/** Writes entries of about 100 words, each with one unique word. Returns their ids. */
async function fill(client: CallClient): Promise<number[]> {
  const ids: number[] = [];
  const params = { journalId: client.journalId };
  const worker = async () => {
    while (ids.length < filled) {
      const at = ids.push(0) - 1;
      const body = {
        title: `Entry ${at}`,
        richtext_body: `<p>${sentence.repeat(5)}</p><p>only${at} in this one</p>`,
        created_at: new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10),
      };
      ids[at] = (await client.call("createEntry", { params, body })).entry.id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return ids;
}

/** Returns the values one after the other, and starts again at the end. */
function turnsOf<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => {
    const value = values[next++ % values.length];
    if (value === undefined) throw new Error("there is nothing to take turns with");
    return value;
  };
}

/** Creates an entry and returns a function that saves it like the autosave: signed, with a key and a base revision. */
async function autosavedPage(client: CallClient): Promise<() => Promise<void>> {
  const { journalId } = client;
  const body = { title: "Bench", richtext_body: `<p>${sentence}</p>` };
  const createdAnswer = await client.call("createEntry", { params: { journalId }, body });
  const params = { journalId, entryId: String(createdAnswer.entry.id) };
  let { revision } = createdAnswer.entry;
  let saves = 0;
  return async () => {
    saves += 1;
    const richtext = `<p>${sentence.repeat(14)}${saves}</p>`;
    const edit = { title: "Bench", richtext_body: richtext, modified: revision };
    revision = (await client.call("updateEntry", { params, body: edit })).entry.revision;
  };
}

/** The PUT that saves an entry while a person types. */
export const autosaveCall: MeasuredCall = {
  name: "autosave",
  writers: [1, 16],
  async prepare(client, writers) {
    const pages = await Promise.all(Array.from({ length: writers }, () => autosavedPage(client)));
    return async (writer) => pages[writer]?.();
  },
};

/** Every call that can be compared between versions; add another one here. */
export const measuredCalls: readonly MeasuredCall[] = [
  autosaveCall,
  {
    name: "open",
    writers: [1],
    async prepare(client) {
      const next = turnsOf(await fill(client));
      const query = { previous: "10", next: "10" };
      return () => {
        const params = { journalId: client.journalId, entryId: String(next()) };
        return client.call("getEntry", { params, query });
      };
    },
  },
  {
    name: "list",
    writers: [1],
    async prepare(client) {
      await fill(client);
      const params = { journalId: client.journalId };
      return () => client.call("listEntries", { params });
    },
  },
  {
    name: "search",
    writers: [1],
    async prepare(client) {
      const next = turnsOf(
        (await fill(client)).map((_, index) => (index % 2 === 0 ? `only${index}` : "great business")),
      );
      const search = () => client.call("search", { query: { query: next() } });
      await search();
      return search;
    },
  },
  {
    name: "login",
    writers: [1],
    prepare: (client) => Promise.resolve(() => client.call("login", { body: client.login })),
  },
];

/** True when a version does not know a call. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof CallRefused && error.status === 404;
