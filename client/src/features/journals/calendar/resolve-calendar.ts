import type { ApiFailure } from "../../../shared/api-client.ts";
import { dayOfInstant } from "../../../shared/dates.ts";
import type { Services } from "../../../shared/services.ts";
import { storesOf } from "../../../stores/use-stores.ts";
import { isMonth, type Month } from "./month.ts";

/** The calendar data: a month, and the number of entries on each day of its year. */
export type Calendar = {
  month: Month;
  days: Readonly<Record<string, number>>;
  journalName: string;
  /** the months of the oldest and the newest entry; null when there are no entries */
  span: { oldest: Month; newest: Month } | null;
};

/** The loader data of the page. `calendar` is null when it could not be loaded. */
export type ResolvedCalendar = { journalId: number; calendar: Calendar | null; failure: ApiFailure | null };

/** Loads the month in the URL; without one, the month of the newest entry; without entries, the current month. */
export async function resolve(
  services: Services,
  journalId: number,
  { url, signal }: Request,
): Promise<ResolvedCalendar> {
  const { api, clock } = services;
  const params = { journalId: String(journalId) };
  const loadFirst = (dir: "asc" | "desc") =>
    api.call("listEntries", { params, query: { limit: "1", dir } }, { signal });
  const [newestReply, oldestReply] = await Promise.all([loadFirst("desc"), loadFirst("asc")]);
  if (!newestReply.ok) return { journalId, calendar: null, failure: newestReply };
  if (!oldestReply.ok) return { journalId, calendar: null, failure: oldestReply };
  const { journal } = newestReply.data;
  storesOf(services).journals.put(journal);
  const [newestMonth, oldestMonth] = [newestReply, oldestReply].map(({ data }) =>
    data.entries[0]?.entry.local_date.slice(0, 7),
  );
  const monthParameter = new URL(url).searchParams.get("month");
  const month = isMonth(monthParameter)
    ? monthParameter
    : (newestMonth ?? dayOfInstant(clock.now()).slice(0, 7));
  const query = { year: String(Number(month.slice(0, 4))) };
  const reply = await api.call("getCalendar", { params, query }, { signal });
  if (!reply.ok) return { journalId, calendar: null, failure: reply };
  const span = oldestMonth && newestMonth ? { oldest: oldestMonth, newest: newestMonth } : null;
  return {
    journalId,
    failure: null,
    calendar: { month, days: reply.data.days, journalName: journal.name, span },
  };
}
