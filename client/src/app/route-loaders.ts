import { lockTypes } from "@daybook/domain/contract/lock-types";
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunction } from "react-router";
import { loadJournals, loadStores } from "./load-stores.ts";
import { pathAfterLogin } from "../features/onboarding/steps.ts";
import type { ApiFailure } from "../shared/api-client.ts";
import { prefetchEntry, type PadLoaderData } from "../shared/entry-prefetch.ts";
import {
  isProSignup,
  loginPath,
  type LoginReason,
  mobileLoginPath,
  notFoundPath,
  salesPathFrom,
  sameSitePath,
  type NotFoundTarget,
  unlockPath,
} from "../shared/site-paths.ts";
import { redirectIfRefused } from "../shared/redirect-if-refused.ts";
import type { Services } from "../shared/services.ts";

/** What a loader returns. The loaded data is in the stores; `failure` says why it could not be loaded. */
export type LoaderData = { failure: ApiFailure | null };

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** True while a user is logged in. */
export function isLoggedIn({ sessionActor }: Services): boolean {
  return sessionActor.getSnapshot().hasTag("logged in");
}

/** Why the session ended, if it expired or ended by inactivity. */
function endReasonToExplain({ sessionActor }: Services): LoginReason | undefined {
  const { endReason } = sessionActor.getSnapshot().context;
  return endReason === "expired" || endReason === "idle" ? endReason : undefined;
}

/** Users whom a route admits, although most routes redirect them: users on a phone or tablet, and users with an unfinished onboarding. */
export type GuardExceptions = { mobile?: true; onboarding?: true };

/**
 * Lets only logged-in users through. Others are redirected to the login and back. Phones and tablets are redirected to their
 * own pages, and users with an unfinished onboarding to their current step.
 */
export function guardLoader<T>(
  services: Services,
  resolve: (args: LoaderFunctionArgs, services: Services) => Promise<T> | T,
  except: GuardExceptions = {},
) {
  return (args: LoaderFunctionArgs): Promise<T> | T => {
    const { session } = services.sessionActor.getSnapshot().context;
    if (!isLoggedIn(services) || !session) {
      const path = pathOf(args.request);
      if (services.isMobile) throw redirect(mobileLoginPath(path));
      throw redirect(loginPath(path, endReasonToExplain(services)));
    }
    if (services.isMobile && !except.mobile) throw redirect("/mobile");
    if (session.user.onboarding_step !== null && !except.onboarding) throw redirect(pathAfterLogin(session));
    return resolve(args, services);
  };
}

/** `/mobile`: only for phones and tablets; computers are redirected to the app. */
export function mobileOnly({ isMobile }: Services) {
  return (): null => {
    if (isMobile) return null;
    throw redirect("/");
  };
}

/**
 * Redirects logged-in users away from the pages for log-in and sign-up: to the `after_login` path in the URL, else from the PRO
 * sign-up to the sales page, else to `defaultPath`.
 */
export function visitorsOnly(services: Services, defaultPath = "/journals") {
  return ({ request }: LoaderFunctionArgs): null => {
    if (!isLoggedIn(services)) return null;
    const url = new URL(request.url);
    const destination = isProSignup(url) ? salesPathFrom(url.search) : defaultPath;
    throw redirect(sameSitePath(url.searchParams.get("after_login")) ?? destination);
  };
}

/**
 * `/`: redirects visitors to the sign-up page, users whose session expired or ended by inactivity to the login, and logged-in users to
 * their journals.
 */
export function redirectFromHome(services: Services) {
  return (): never => {
    if (isLoggedIn(services)) throw redirect("/journals");
    const reason = endReasonToExplain(services);
    throw redirect(reason ? loginPath(null, reason) : "/app/signup");
  };
}

/** `/redirect?goto`: redirects to a path of this site. Anything else leads to the not-found page. */
export function redirectToNextPage({ request }: LoaderFunctionArgs): never {
  throw redirect(sameSitePath(new URL(request.url).searchParams.get("goto")) ?? notFoundPath("page"));
}

/** `/login`: redirects to the login page, with the query. */
export function goToLogin({ request }: LoaderFunctionArgs): never {
  throw redirect(`/app/login${new URL(request.url).search}`);
}

/** Parses an id from the path. If the text is not an id, tracks that and redirects to the not-found page. */
export function idOf({ analytics }: Services, text: string | undefined, target: NotFoundTarget): number {
  if (text && /^[1-9]\d{0,15}$/.test(text)) return Number(text);
  analytics.track("Invalid Id");
  throw redirect(notFoundPath(target));
}

/** Loads the journals into the store. */
export function resolveJournals(services: Services) {
  return async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
    const result = await loadJournals(services, { signal: request.signal });
    return { failure: result.ok ? null : redirectIfRefused(result, "page") };
  };
}

/** `/journals/new-entry`: redirects to a new entry in the most recently updated journal. */
export function resolveNewEntry(services: Services) {
  return async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
    const result = await loadJournals(services, { signal: request.signal });
    const { latest } = (await loadStores(services)).journals;
    if (!result.ok && !latest) return { failure: redirectIfRefused(result, "page") };
    throw redirect(latest ? `/journals/${latest.id}/new` : "/journals");
  };
}

/** Loads the settings into the store. */
export function resolveSettings({ settings }: Services) {
  return async (): Promise<LoaderData> => {
    const result = await settings.load();
    return { failure: result.ok ? null : redirectIfRefused(result, "page") };
  };
}

/** The journal from the store; `undefined` if this page has not loaded it. */
const findLoadedJournal = ({ stores }: Services, journalId: number) => stores?.journals.find(journalId);

/** If the journal or entry is locked, redirects to its unlock page, which leads back to the requested page. */
function redirectIfLocked(args: LoaderFunctionArgs, isLocked: boolean | undefined): void {
  const { journalId = "", entryId } = args.params;
  if (isLocked) throw redirect(unlockPath(journalId, pathOf(args.request), entryId));
}

/** Loads the data of a journal page; `failure` says why it could not be loaded. */
export type JournalResolver<T extends LoaderData> = (
  services: Services,
  journalId: number,
  request: Request,
) => Promise<T>;

/** The loader of a journal page, whose resolver is loaded lazily with the page. */
export function resolveJournalPage<T extends LoaderData>(
  services: Services,
  load: () => Promise<{ resolve: JournalResolver<T> }>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const { params, request } = args;
    const journalId = idOf(services, params.journalId, "journal");
    redirectIfLocked(args, findLoadedJournal(services, journalId)?.is_unlocked === false);
    const loaderData = await (await load()).resolve(services, journalId, request);
    redirectIfLocked(args, loaderData.failure?.status === 423);
    if (loaderData.failure) redirectIfRefused(loaderData.failure, "journal");
    return loaderData;
  };
}

/** How long a new entry waits for the server to say whether a journal from the store is still unlocked, in milliseconds. */
const lockCheckTimeoutMs = 4_000;

/**
 * Redirects a new entry of a locked journal to the journal's unlock page: drafts of new entries are as private as the journal. Returns the
 * failure when the journals could not be loaded and the store does not have this journal; otherwise `null`.
 */
async function redirectIfJournalLocked(
  services: Services,
  args: LoaderFunctionArgs,
  journalId: number,
): Promise<ApiFailure | null> {
  const { signal } = args.request;
  const loadedJournal = findLoadedJournal(services, journalId);
  const signalWithTimeout = AbortSignal.any([signal, AbortSignal.timeout(lockCheckTimeoutMs)]);
  const result = await loadJournals(
    services,
    loadedJournal ? { signal: signalWithTimeout, retries: 0 } : { signal },
  );
  if (!result.ok && !loadedJournal) return redirectIfRefused(result, "journal");
  // Another browser may have locked a journal that is unlocked here, so the server's reply decides. If the call failed, a journal
  // from the store opens only when it has no lock.
  const isLocked = result.ok
    ? findLoadedJournal(services, journalId)?.is_unlocked === false
    : loadedJournal?.lock_type_id !== lockTypes.none;
  redirectIfLocked(args, isLocked);
  return null;
}

/**
 * Decides whether the pad's loader runs again. While there are unsaved changes, the loader does not run again for the same path: the first
 * words of a new entry add `?draft=` to the URL, and that needs no reload.
 */
export function shouldReloadPad({ lockSync }: Services): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    defaultShouldRevalidate && !(lockSync.isReloadDeferred && currentUrl.pathname === nextUrl.pathname);
}

/**
 * The loader of the pad only starts the request for the entry and does not wait for it, because an unsaved draft opens without
 * the server.
 */
export async function resolvePad(args: LoaderFunctionArgs, services: Services): Promise<PadLoaderData> {
  const { params, request } = args;
  const journalId = idOf(services, params.journalId, "journal");
  const entryId = params.entryId === undefined ? null : idOf(services, params.entryId, "entry");
  redirectIfLocked(args, findLoadedJournal(services, journalId)?.is_unlocked === false);
  // For existing entries the server replies that they are locked.
  if (entryId === null)
    return { prefetch: null, failure: await redirectIfJournalLocked(services, args, journalId) };
  return { prefetch: prefetchEntry(services, journalId, entryId, request.signal), failure: null };
}

/** `/onboarding/entries`: loads the entries of the most recently updated journal. */
export function resolveFirstEntries(services: Services) {
  return async (args: LoaderFunctionArgs): Promise<LoaderData> => {
    const journalsData = await resolveJournals(services)(args);
    const { journals, entries } = await loadStores(services);
    const journalId = journals.latest?.id;
    if (journalsData.failure || journalId === undefined) return journalsData;
    const result = await entries.load({ journalId, view: "active", page: 1 }, args.request.signal);
    return { failure: result.ok ? null : redirectIfRefused(result, "journal") };
  };
}
