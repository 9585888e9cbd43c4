import type { Journal } from "@daybook/domain/contract/journals";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";

/**
 * The journal of the page. When a request failed, and the page has no journal or no settings because of that, `journal` is null and
 * `failure` says why. When there is no such journal, `journal` and `failure` are null.
 */
export type ResolvedReminders = { journal: Journal | null; failure: ApiFailure | null };

const notFound: ResolvedReminders = { journal: null, failure: null };

/** Failures after which the same request may succeed later. After a 401 the user logs in again. */
const isTemporary = ({ status }: ApiFailure): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Loads the journal of `/app/manage-reminders/:id`, and the settings, which have the time zone. */
export async function resolve(
  { api, settings, analytics }: Services,
  id: string | undefined,
  signal: AbortSignal,
): Promise<ResolvedReminders> {
  if (!id || !/^[1-9]\d{0,15}$/.test(id)) {
    analytics.track("Invalid Id");
    return notFound;
  }
  const [journalResult, settingsResult] = await Promise.all([
    api.call("getJournal", { params: { journalId: id } }, { signal }),
    settings.load(),
  ]);
  if (!journalResult.ok)
    return isTemporary(journalResult) ? { journal: null, failure: journalResult } : notFound;
  if (!settingsResult.ok && settings.current.get() === null)
    return { journal: null, failure: settingsResult };
  return { journal: journalResult.data.journal, failure: null };
}
