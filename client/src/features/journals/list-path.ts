import { isDay } from "../../shared/dates.ts";
import type { EntriesOrder, EntriesPageKey, EntriesTime, EntriesView } from "../../stores/entries.store.ts";

const views: readonly EntriesView[] = ["active", "starred", "trashed"];
/** The time filters, in display order. */
export const times: readonly EntriesTime[] = ["all", "today", "week", "month", "year", "custom"];
/** The sort orders, in display order. */
export const orders: readonly EntriesOrder[] = ["created", "modified"];

const allowedOrFirst = <T extends string>(allowedValues: readonly T[], text: string | null): T =>
  allowedValues.find((candidate) => candidate === text) ?? allowedValues[0]!;

/** The date range from the URL, earlier date first; empty when neither its start nor its end is a date. */
function dateRangeOf(query: URLSearchParams): Pick<EntriesPageKey, "time" | "timeStart" | "timeEnd"> {
  const [start, end] = [query.get("timeStart"), query.get("timeEnd")].map((day) => (isDay(day) ? day : null));
  if (!start && !end) return {};
  const [from, to] = start && end && start > end ? [end, start] : [start, end];
  return { time: "custom", ...(from && { timeStart: from }), ...(to && { timeEnd: to }) };
}

/** Parses the list filters from the URL. Invalid values are ignored. */
export function readListQuery(journalId: number, query: URLSearchParams): EntriesPageKey {
  const pageText = query.get("page") ?? "";
  const time = allowedOrFirst(times, query.get("time"));
  const order = allowedOrFirst(orders, query.get("order"));
  const tag = query.get("tag");
  return {
    journalId,
    view: allowedOrFirst(views, query.get("view")),
    page: /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1,
    ...(time === "custom" ? dateRangeOf(query) : time !== "all" && { time }),
    ...(order !== "created" && { order }),
    ...(tag && /^[1-9]\d{0,15}$/.test(tag) && { tag }),
  };
}

/** The URL of a list page, without default values. */
export function listPath({ journalId, view, page, time, ...filters }: EntriesPageKey): string {
  const { timeStart, timeEnd, order, tag } = filters;
  const query = new URLSearchParams({
    ...(view !== "active" && { view }),
    ...(time && time !== "all" && { time }),
    ...(time === "custom" && timeStart && { timeStart }),
    ...(time === "custom" && timeEnd && { timeEnd }),
    ...(order && order !== "created" && { order }),
    ...(tag && { tag }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/journals/${journalId}/entries${query.size > 0 ? `?${query}` : ""}`;
}

/** The URL of the list of one day. */
export const dayPath = (journalId: number, day: string): string =>
  listPath({ journalId, view: "active", page: 1, time: "custom", timeStart: day, timeEnd: day });

/** Whether the list is filtered by time or tag. */
export const hasFilters = ({ time, tag }: EntriesPageKey): boolean =>
  (time !== undefined && time !== "all") || tag !== undefined;

/** The URL of a new entry of a day. */
export const newEntryPath = (journalId: number, day: string): string =>
  `/journals/${journalId}/new?date=${day}`;

/** Identifies a list, independent of its page. */
export const listIdOf = (key: EntriesPageKey): string => listPath({ ...key, page: 1 });
