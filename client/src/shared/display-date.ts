import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { DateMethod } from "@daybook/domain/contract/appearance-values";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { dayOfInstant } from "./dates.ts";

/** The date that an entry shows, as `YYYY-MM-DD` and as text. */
export type DisplayDate = {
  readonly day: string;
  readonly text: string;
  /** True when `day` is the day of the last change. The page must then say so. */
  readonly isChange: boolean;
};

/**
 * The date that a journal shows on its entries: the entry date, the date of the last change, or `null` for none.
 *
 * @param method from the compose settings; an unknown or missing value counts as "created"
 */
export function displayDate(
  method: string | undefined,
  entry: Pick<ListedEntry, "local_date" | "modified_at">,
  format: DateFormat,
): DisplayDate | null {
  if (method === ("none" satisfies DateMethod)) return null;
  const isChange = method === ("modified" satisfies DateMethod);
  const day = isChange ? dayOfInstant(entry.modified_at) : entry.local_date;
  return { day, text: formatLocalDate(day, format), isChange };
}
