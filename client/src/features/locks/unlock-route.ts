import type { Journal } from "@daybook/domain/contract/journals";
import { type LoaderFunctionArgs, redirect } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { linkSecrets } from "../../shared/link-secrets.ts";
import { ownPath, unlockPath } from "../../shared/own-path.ts";
import { redirectIfRefused } from "../../shared/redirect-if-refused.ts";
import type { Services } from "../../shared/services.ts";
import { storesOf } from "../../stores/use-stores.ts";

/** The loader data of an unlock page. */
export type UnlockData = {
  journal: Journal | null;
  /** null when the whole journal is locked */
  entry: { id: number; title: string | null; hint: string | null } | null;
  /** the requested page */
  returnPath: string;
  /** `off`: a link from an e-mail has just removed the lock; a failure says why it could not */
  link: "off" | ApiFailure | null;
  /** why the locked journal or entry could not be loaded */
  failure: ApiFailure | null;
};

const secrets = linkSecrets();

/** The requested page; never outside of the journal. */
function returnPathOf(request: Request, journalId: number): string {
  const { searchParams: query } = new URL(request.url);
  const journal = `/journals/${journalId}`;
  const entry = query.get("entry") ?? "";
  if (/^[1-9]\d{0,15}$/.test(entry)) return `${journal}/${entry}`;
  if (query.has("tour")) return `${journal}?tour`;
  const afterPath = ownPath(query.get("after"));
  return afterPath?.startsWith(`${journal}/`) ? afterPath : journal;
}

async function resolveJournal(services: Services, { request }: LoaderFunctionArgs, journalId: number) {
  const { api, unlocks } = services;
  const { journals, entries } = storesOf(services);
  const params = { journalId: String(journalId) };
  const { token } = secrets.take(request, "token");
  const returnPath = returnPathOf(request, journalId);
  const data: UnlockData = { journal: null, entry: null, returnPath, link: null, failure: null };
  if (token) {
    const unlockAnswer = await api.call("unlockByLink", { params, body: { token } });
    if (unlockAnswer.ok || unlockAnswer.status === 422) secrets.forget(request);
    if (unlockAnswer.ok) {
      journals.put(unlockAnswer.data.journal);
      return { ...data, journal: unlockAnswer.data.journal, link: "off" as const };
    }
    data.link = unlockAnswer;
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
  const data: UnlockData = {
    journal: journals.find(journalId) ?? null,
    entry: { id: entryId, title: listedEntry?.title ?? null, hint: listedEntry?.password_hint ?? null },
    returnPath,
    link: null,
    failure: null,
  };
  if (token) {
    const unlockAnswer = await api.call("unlockEntryByLink", { params, body: { token } });
    if (unlockAnswer.ok || unlockAnswer.status === 422) secrets.forget(request);
    if (unlockAnswer.ok) {
      entries.put(unlockAnswer.data.entry);
      return {
        ...data,
        entry: { id: entryId, title: unlockAnswer.data.entry.title, hint: null },
        link: "off",
      };
    }
    if (unlockAnswer.status === 423) throw redirect(unlockPath(journalId, returnPath, entryId));
    data.link = unlockAnswer;
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
  const entry = { id: entryId, title: listedEntry?.title ?? null, hint: body?.password_hint ?? null };
  return { ...data, entry };
}

/** Loads the data of an unlock page. Redirects at once when it is already unlocked. */
export function resolveUnlock(services: Services, args: LoaderFunctionArgs): Promise<UnlockData> {
  const { journalId, entryId } = args.params;
  return entryId === undefined
    ? resolveJournal(services, args, Number(journalId))
    : resolveEntry(services, args, Number(journalId), Number(entryId));
}
