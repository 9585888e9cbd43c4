import type { Journal } from "@daybook/domain/contract/journals";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";

/** The journal of the page. Without one, `failure` says why it could not be loaded; without a failure there is no such journal. */
export type ResolvedReminders = { journal: Journal | null; failure: ApiFailure | null };

const notFound: ResolvedReminders = { journal: null, failure: null };

/** Failures after which the same request may succeed. A 401 ends the session, and the page with it. */
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
  const [reminderAnswer, settingsResult] = await Promise.all([
    api.call("getJournal", { params: { journalId: id } }, { signal }),
    settings.load(),
  ]);
  if (!reminderAnswer.ok)
    return isTemporary(reminderAnswer) ? { journal: null, failure: reminderAnswer } : notFound;
  if (!settingsResult.ok && settings.current.get() === null)
    return { journal: null, failure: settingsResult };
  return { journal: reminderAnswer.data.journal, failure: null };
}
