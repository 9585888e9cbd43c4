import { paging } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import type { ApiFailure } from "../../../shared/api-client.ts";
import type { Services } from "../../../shared/services.ts";
import { storesOf } from "../../../stores/use-stores.ts";
import { type RequestedMoment, readMoment } from "./moment.ts";

/** The journal as it is now, and the entries that it had at the requested moment. */
export type AsOf = {
  journal: Journal;
  /** null when the URL has no valid moment */
  moment: RequestedMoment | null;
  entries: readonly ListedEntry[];
  page: number;
  hasNext: boolean;
};

/** The loader data of the page. `asOf` is null when it could not be loaded. */
export type ResolvedAsOf = { journalId: number; asOf: AsOf | null; failure: ApiFailure | null };

/** Loads the data for the URL. */
export async function resolve(
  services: Services,
  journalId: number,
  { url, signal }: Request,
): Promise<ResolvedAsOf> {
  const { api } = services;
  const params = { journalId: String(journalId) };
  const urlQuery = new URL(url).searchParams;
  const moment = readMoment(urlQuery.get("at"));
  const pageText = urlQuery.get("page") ?? "";
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1;
  if (!moment) {
    const reply = await api.call("getJournal", { params }, { signal });
    if (!reply.ok) return { journalId, asOf: null, failure: reply };
    const { journal } = reply.data;
    return { journalId, failure: null, asOf: { journal, moment, entries: [], page, hasNext: false } };
  }
  const query = { at: moment.at, limit: String(paging.defaultLimit), page: String(page) };
  const reply = await api.call("listEntriesAsOf", { params, query }, { signal });
  if (!reply.ok) return { journalId, asOf: null, failure: reply };
  const { journal, entries, next_cursor: nextCursor } = reply.data;
  storesOf(services).journals.put(journal);
  const listedEntries = entries.map(({ entry }) => entry);
  return {
    journalId,
    failure: null,
    asOf: { journal, moment, entries: listedEntries, page, hasNext: nextCursor !== null },
  };
}
