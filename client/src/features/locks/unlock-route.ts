import type { Journal } from "@daybook/domain/contract/journals";
import { type LoaderFunctionArgs, redirect } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { createLinkSecretStore } from "../../shared/link-secrets.ts";
import { sameSitePath, unlockPath } from "../../shared/site-paths.ts";
import { redirectIfRefused } from "../../shared/redirect-if-refused.ts";
import type { Services } from "../../shared/services.ts";
import { currentUserId } from "../../shared/session/current-user-id.ts";
import { storesOf } from "../../stores/use-stores.ts";

/** A locked entry. `title` and `locksAutomatically` are null when they are not known: a refusal of a locked entry has only the hint. */
type LockedEntry = {
  id: number;
  title: string | null;
  hint: string | null;
  locksAutomatically: boolean | null;
};

/** The loader data of an unlock page. */
export type UnlockData = {
  journal: Journal | null;
  /** the locked entry; null when the whole journal is locked */
  entry: LockedEntry | null;
  /** the page to return to after unlocking */
  returnPath: string;
  /** `removed`: a link from an e-mail has just removed the lock; a failure says why the link could not remove the lock */
  linkOutcome: "removed" | ApiFailure | null;
  /** why the locked journal or entry could not be loaded */
  failure: ApiFailure | null;
};

const secrets = createLinkSecretStore();

/** Takes the token of a mailed link out of the URL; {@link resolveUnlock} uses it. */
export function takeUnlockLinkToken(request: Request): void {
  secrets.take(request, "token");
}

/** The requested page; never outside of the journal. */
function returnPathOf(request: Request, journalId: number): string {
  const { searchParams: query } = new URL(request.url);
  const journalPath = `/journals/${journalId}`;
  const entryId = query.get("entry") ?? "";
  if (/^[1-9]\d{0,15}$/.test(entryId)) return `${journalPath}/${entryId}`;
  if (query.has("tour")) return `${journalPath}?tour`;
  const requestedPath = sameSitePath(query.get("after"));
  return requestedPath?.startsWith(`${journalPath}/`) ? requestedPath : journalPath;
}

async function resolveJournal(services: Services, { request }: LoaderFunctionArgs, journalId: number) {
  const { api, unlocks } = services;
  const { journals, entries } = storesOf(services);
  const params = { journalId: String(journalId) };
  const { token } = secrets.take(request, "token");
  const returnPath = returnPathOf(request, journalId);
  const data: UnlockData = { journal: null, entry: null, returnPath, linkOutcome: null, failure: null };
  if (token) {
    const userId = currentUserId(services);
    const linkResult = await api.call("unlockByLink", { params, body: { token } });
    if (linkResult.ok || linkResult.status === 422) secrets.forget(request);
    if (linkResult.ok) {
      // A reply after a log-out must not bring the journal to the next user.
      if (currentUserId(services) === userId) journals.put(linkResult.data.journal);
      return { ...data, journal: linkResult.data.journal, linkOutcome: "removed" as const };
    }
    data.linkOutcome = linkResult;
  }
  const result = await api.call("getJournal", { params }, { signal: request.signal });
  if (!result.ok) return { ...data, failure: redirectIfRefused(result, "journal") };
  const { journal } = result.data;
  journals.put(journal);
  if (journal.is_unlocked) throw redirect(returnPath);
  unlocks.delete(journalId);
  entries.forget(journalId);
  return { ...data, journal };
}

/** The body of the refusal (423) of a locked entry: whether its journal or the entry itself is locked. */
type LockedBody = { locked?: "journal" | "entry"; password_hint?: string } | null;

async function resolveEntry(
  services: Services,
  { request }: LoaderFunctionArgs,
  journalId: number,
  entryId: number,
): Promise<UnlockData> {
  const { api } = services;
  const { journals, entries } = storesOf(services);
  const params = { journalId: String(journalId), entryId: String(entryId) };
  const returnPath = `/journals/${journalId}/${entryId}`;
  const { token } = secrets.take(request, "token");
  const listedEntry = entries.find(entryId);
  const entry: LockedEntry = {
    id: entryId,
    title: listedEntry?.title ?? null,
    hint: listedEntry?.password_hint ?? null,
    locksAutomatically: listedEntry?.auto_lock ?? null,
  };
  const data: UnlockData = {
    journal: journals.find(journalId) ?? null,
    entry,
    returnPath,
    linkOutcome: null,
    failure: null,
  };
  if (token) {
    const userId = currentUserId(services);
    const linkResult = await api.call("unlockEntryByLink", { params, body: { token } });
    if (linkResult.ok || linkResult.status === 422) secrets.forget(request);
    if (linkResult.ok) {
      if (currentUserId(services) === userId) entries.put(linkResult.data.entry);
      return {
        ...data,
        entry: { ...entry, title: linkResult.data.entry.title },
        linkOutcome: "removed",
      };
    }
    if (linkResult.status === 423) throw redirect(unlockPath(journalId, returnPath, entryId));
    data.linkOutcome = linkResult;
  }
  const [result] = await Promise.all([
    api.call("getEntry", { params }, { signal: request.signal }),
    data.journal ? null : journals.load({ signal: request.signal }),
  ]);
  if (result.ok) throw redirect(returnPath);
  data.journal = journals.find(journalId) ?? null;
  if (result.status !== 423) return { ...data, failure: redirectIfRefused(result, "entry") };
  const body = result.body as LockedBody;
  if (body?.locked === "journal") throw redirect(unlockPath(journalId, returnPath, entryId));
  return { ...data, entry: { ...entry, hint: body?.password_hint ?? null } };
}

/**
 * Loads the data of an unlock page. A mailed link removes the lock first. Redirects to the requested page when the journal or entry is
 * already unlocked.
 */
export function resolveUnlock(services: Services, args: LoaderFunctionArgs): Promise<UnlockData> {
  const { journalId, entryId } = args.params;
  return entryId === undefined
    ? resolveJournal(services, args, Number(journalId))
    : resolveEntry(services, args, Number(journalId), Number(entryId));
}
