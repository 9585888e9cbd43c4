import { type Index, Meilisearch, MeilisearchApiError } from "meilisearch";
import { createOutageGate, within } from "../../outage-gate.ts";
import { parsePosition } from "../../event-store/position.ts";
import { meiliDocumentsOf, type MeiliDocument, sameDocuments } from "./documents.ts";
import { asked, done, settings } from "./engine.ts";
import { closedFilterOf, filterOf, readCorrections, writeQuery } from "./query.ts";
import {
  IndexSwapped,
  type SearchDocument,
  type SearchIndex,
  type SearchRequest,
  type SearchResult,
  SearchUnavailable,
  type SearchWriter,
} from "../search-index.ts";

/** The live index, the one that is being filled, and a small one for the state of each: its position in the log. */
const names = {
  live: "daybook-entries",
  spare: "daybook-entries-beside",
  places: "daybook-places",
} as const;
type Place = {
  readonly id: string;
  readonly position: string;
  readonly generation: string;
  readonly swapping: boolean;
};

const requestTimeout = 10_000;

/** How long a search waits for the engine, and how long searches fail at once after one got no answer; in milliseconds. */
export type MeilisearchBounds = { readonly answerMs: number; readonly outageMs: number };
const usualBounds: MeilisearchBounds = { answerMs: 4_000, outageMs: 5_000 };
const silent = "silent";
const page = 1_000;
/** A swap that takes longer than this has crashed. */
const swapTimeoutMs = 5 * 60_000;
/** A rebuild that takes longer than this has crashed, or stops at its next step. */
const rebuildTimeoutMs = 24 * 3_600_000;

/** Full text search in Meilisearch. It gets words in the same form as PostgreSQL, so that both find the same. */
export function createMeilisearch(
  { url, key }: { url: string; key: string },
  { answerMs, outageMs }: MeilisearchBounds = usualBounds,
): SearchIndex {
  const noAnswer = (): Error => new SearchUnavailable(silent);
  const gate = createOutageGate({
    outageMs,
    isSilence: (error) => error instanceof SearchUnavailable && error.reason === silent,
    refusal: noAnswer,
  });
  const client = new Meilisearch({ host: url, apiKey: key, timeout: requestTimeout });
  const live = client.index<MeiliDocument>(names.live);
  const spare = client.index<MeiliDocument>(names.spare);
  const places = client.index<Place>(names.places);
  let prepared: Promise<void> | null = null;

  async function makeIndex(index: Index<MeiliDocument>): Promise<void> {
    await done(client.createIndex(index.uid, { primaryKey: "id" }), ["index_already_exists"]);
    await done(index.updateSettings(settings));
  }

  /** Creates the indexes once; tries again after a failure. */
  function prepare(): Promise<void> {
    prepared ??= (async () => {
      await makeIndex(live);
      await done(client.createIndex(names.places, { primaryKey: "id" }), ["index_already_exists"]);
    })().catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  }

  async function placeOf(id: string): Promise<Place | null> {
    return places.getDocument(id).catch((error: unknown) => {
      if (error instanceof MeilisearchApiError && error.response.status === 404) return null;
      throw error;
    });
  }

  function writerTo(index: Index<MeiliDocument>, id: string, generation: string): SearchWriter {
    const write = (work: () => Promise<void>): Promise<void> =>
      asked(async () => {
        const place = await placeOf(id);
        if (place && place.generation !== generation) throw new IndexSwapped();
        await work();
      });
    return {
      checkpoint: () =>
        asked(async () => {
          const place = await placeOf(id);
          if (place && place.generation !== generation) throw new IndexSwapped();
          return place && place.position !== "" ? parsePosition(place.position) : null;
        }),
      put: (documents, position) =>
        documents.length === 0
          ? Promise.resolve()
          : write(async () => {
              // A shorter text has fewer parts than before.
              const longer = documents.map(({ entryId }) => entryId);
              const parts = documents.flatMap((document) => meiliDocumentsOf(document, position));
              const kept = parts.map(({ id: part }) => `"${part}"`).join(", ");
              await done(index.addDocuments(parts));
              await done(
                index.deleteDocuments({
                  filter: `entryId IN [${longer.join(", ")}] AND NOT id IN [${kept}]`,
                }),
              );
            }),
      remove: (entryIds) =>
        entryIds.length === 0
          ? Promise.resolve()
          : write(() => done(index.deleteDocuments({ filter: `entryId IN [${entryIds.join(", ")}]` }))),
      saveCheckpoint: (position) =>
        write(() => done(places.addDocuments([{ id, position, generation, swapping: false }]))),
    };
  }

  async function ask(request: SearchRequest, strict: boolean) {
    const { limit, offset, order, terms } = request;
    const asIs = { filter: filterOf(request), matchingStrategy: "all" as const };
    const found = await live.search(writeQuery(terms, strict), {
      ...asIs,
      page: Math.floor(offset / limit) + 1,
      hitsPerPage: limit,
      sort: order === "date" || terms.length === 0 ? ["created:desc", "entryId:desc"] : [],
      attributesToRetrieve: ["entryId", "title", "tags"],
      attributesToCrop: ["body"],
      cropLength: 60,
    });
    const texts = found.hits.map(
      ({ title, tags, _formatted }) => `${title} ${tags} ${_formatted?.body ?? ""}`,
    );
    const ids = found.hits.map(({ entryId }) => entryId);
    const filter = closedFilterOf(request);
    if (filter === null) return { ids, texts, total: found.totalHits };
    // Text behind a lock that the index still has must not match: such entries are found only by title, after the
    // others.
    const closed = await live.search(writeQuery(terms, strict), {
      ...asIs,
      filter,
      attributesToSearchOn: ["title"],
      page: 1,
      hitsPerPage: page,
      attributesToRetrieve: ["entryId", "title"],
    });
    const skipped = Math.max(0, offset - found.totalHits);
    const more = closed.hits.slice(skipped, skipped + limit - ids.length);
    ids.push(...more.map(({ entryId }) => entryId));
    texts.push(...more.map(({ title }) => title));
    return { ids, texts, total: found.totalHits + closed.totalHits };
  }

  async function find(request: SearchRequest): Promise<SearchResult> {
    const none = { terms: request.terms, corrections: [], hasAllWords: true };
    if (request.journalIds.length === 0 || (request.terms.length === 0 && request.tagId === null)) {
      return { ...none, ids: [], total: 0 };
    }
    await prepare();
    // First with the exact spelling. Typos are allowed only when that finds nothing.
    const spelled = await ask(request, true);
    if (spelled.total > 0 || request.terms.every(({ quoted }) => quoted)) {
      return { ...none, ids: spelled.ids, total: spelled.total };
    }
    const { ids, texts, total } = await ask(request, false);
    return { ...none, ...(total > 0 ? readCorrections(request.terms, texts) : {}), ids, total };
  }

  async function entryIdsAfter(entryId: number, limit: number): Promise<number[]> {
    const ids: number[] = [];
    for (let offset = 0; ids.length < limit; offset += page) {
      const { results } = await live.getDocuments({
        filter: `entryId > ${entryId} AND part = 0`,
        fields: ["entryId"],
        sort: ["entryId:asc"],
        limit: page,
        offset,
      });
      ids.push(...results.map((document) => document.entryId));
      if (results.length < page) break;
    }
    return ids.slice(0, limit);
  }

  async function differing(documents: readonly SearchDocument[]): Promise<number[]> {
    const ids = documents.map(({ entryId }) => entryId);
    const { results } = await live.getDocuments({ filter: `entryId IN [${ids.join(", ")}]`, limit: 10_000 });
    return ids.filter((id, at) => {
      const wanted = documents[at];
      const kept = results.filter(({ entryId }) => entryId === id);
      return !wanted || !sameDocuments(kept, meiliDocumentsOf(wanted, null));
    });
  }

  return {
    find: (request) =>
      gate.run(() =>
        within(
          answerMs,
          asked(() => find(request)),
          noAnswer,
        ),
      ),
    openWriter: () =>
      asked(async () => {
        await prepare();
        const place = await placeOf(names.live);
        if (place?.swapping && Date.now() - Number(place.generation) < swapTimeoutMs) {
          throw new SearchUnavailable("swapping");
        }
        return writerTo(live, names.live, place?.generation ?? "");
      }),
    // The engine frees pages of its file and writes over them later. Nothing makes it do so now.
    rewrite: () => Promise.resolve(false),
    removeUser: (userId) =>
      asked(async () => {
        await prepare();
        await done(live.deleteDocuments({ filter: `userId = ${userId}` }));
        await done(spare.deleteDocuments({ filter: `userId = ${userId}` }), ["index_not_found"]);
      }),
    rebuild: (fill) =>
      asked(async () => {
        await prepare();
        await client.deleteIndexIfExists(names.spare);
        await makeIndex(spare);
        const generation = String(Date.now());
        const place = { generation, swapping: false };
        await done(places.addDocuments([{ ...place, id: names.spare, position: "" }]));
        try {
          await fill(writerTo(spare, names.spare, generation));
        } catch (error) {
          await client.deleteIndexIfExists(names.spare).catch(() => {});
          throw error;
        }
        const filled = await placeOf(names.spare);
        const now = { id: names.live, position: filled?.position ?? "" };
        // From here on nothing writes to the old index. If this process crashes, both indexes continue from this
        // position.
        const swapping = { ...now, generation: String(Date.now()), swapping: true };
        await done(places.addDocuments([swapping]));
        await done(client.swapIndexes([{ indexes: [names.live, names.spare], rename: false }]));
        await done(places.addDocuments([{ ...now, ...place }]));
        await client.deleteIndexIfExists(names.spare);
      }),
    emptySpareIndex: () =>
      asked(async () => {
        await prepare();
        const place = await placeOf(names.spare);
        if (!place || place.generation === "" || Date.now() - Number(place.generation) < rebuildTimeoutMs)
          return;
        await done(places.addDocuments([{ ...place, position: "", generation: "" }]));
        await client.deleteIndexIfExists(names.spare);
      }),
    status: () =>
      asked(async () => {
        await prepare();
        const [{ totalHits }, place] = await Promise.all([
          live.search("", { filter: "part = 0", page: 1, hitsPerPage: 1, distinct: "entryId" }),
          placeOf(names.live),
        ]);
        return {
          documents: totalHits,
          checkpoint: place && place.position !== "" ? parsePosition(place.position) : null,
        };
      }),
    entryIdsAfter: (entryId, limit) => asked(() => entryIdsAfter(entryId, limit)),
    differing: (documents) =>
      asked(() => (documents.length === 0 ? Promise.resolve([]) : differing(documents))),
    // There are no word counts that could differ.
    isConsistent: () => Promise.resolve(true),
    check: () => asked(async () => void (await client.health())),
  };
}
