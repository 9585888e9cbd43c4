import type { DateMethod } from "@daybook/domain/contract/appearance-values";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { dayOfInstant, formatLocalDate } from "./dates.ts";

/** A date that stands on an entry: its day as `YYYY-MM-DD`, and in words. */
export type ShownDate = {
  readonly day: string;
  readonly words: string;
  /** the day of the last change, which has to be said */
  readonly isChange: boolean;
};

/**
 * The date that a journal wants on its entries: their own, that of their last change, or none, which is `null`.
 *
 * @param method as the compose settings say it; one that is not known counts as "created"
 */
export function shownDate(
  method: string | undefined,
  entry: Pick<ListedEntry, "local_date" | "modified_at">,
  format: DateFormat,
): ShownDate | null {
  if (method === ("none" satisfies DateMethod)) return null;
  const isChange = method === ("modified" satisfies DateMethod);
  const day = isChange ? dayOfInstant(entry.modified_at) : entry.local_date;
  return { day, words: formatLocalDate(day, format), isChange };
}
