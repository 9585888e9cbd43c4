import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunction } from "react-router";
import { firstPageFor } from "./features/onboarding/steps.ts";
import type { ApiFailure } from "./shared/api-client.ts";
import { askAhead, type PadLoad } from "./shared/entry-ahead.ts";
import {
  loginPath,
  type LoginReason,
  mobileLoginPath,
  notFoundPath,
  ownPath,
  type Target,
  unlockPath,
} from "./shared/own-path.ts";
import type { Services } from "./shared/services.ts";

/** What a screen gets when its route resolved: its data stand in the stores; `failure` is why they could not be fetched. */
export type Resolved = { failure: ApiFailure | null };

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** True while somebody is signed in. */
export function isSignedIn({ sessionActor }: Services): boolean {
  return sessionActor.getSnapshot().hasTag("signed in");
}

/** Why nobody is signed in, where the login page has a sentence for it at load. */
function reasonAtLoad({ sessionActor }: Services): LoginReason | undefined {
  const { ended } = sessionActor.getSnapshot().context;
  return ended === "expired" || ended === "idle" ? ended : undefined;
}

/** What a route lets through besides people at a computer who have finished the onboarding. */
export type Exceptions = { mobile?: true; onboarding?: true };

/**
 * Lets only signed-in people through; others log in first and come back. Phones and tablets are led to their own pages,
 * and an unfinished onboarding goes on where it stood.
 */
export function guarded<T>(
  services: Services,
  resolve: (args: LoaderFunctionArgs, services: Services) => Promise<T> | T,
  except: Exceptions = {},
) {
  return (args: LoaderFunctionArgs): Promise<T> | T => {
    const { session } = services.sessionActor.getSnapshot().context;
    if (!isSignedIn(services) || !session) {
      const path = pathOf(args.request);
      if (services.isMobile) throw redirect(mobileLoginPath(path));
      throw redirect(loginPath(path, reasonAtLoad(services)));
    }
    if (services.isMobile && !except.mobile) throw redirect("/mobile");
    if (session.user.onboarding_step !== null && !except.onboarding) throw redirect(firstPageFor(session));
    return resolve(args, services);
  };
}

/** `/mobile`: for phones and tablets; a computer has the whole product at home. */
export function mobileOnly({ isMobile }: Services) {
  return (): null => {
    if (isMobile) return null;
    throw redirect("/");
  };
}

/** Where somebody who is signed in already goes instead of login and sign-up: `otherwise`, unless the address says. */
export function visitorsOnly(services: Services, otherwise = "/journals") {
  return ({ request }: LoaderFunctionArgs): null => {
    if (!isSignedIn(services)) return null;
    throw redirect(ownPath(new URL(request.url).searchParams.get("after_login")) ?? otherwise);
  };
}

/** `/`: visitors sign up, people whose session ran out log in, everybody else finds the journals. */
export function home(services: Services) {
  return (): never => {
    if (isSignedIn(services)) throw redirect("/journals");
    const reason = reasonAtLoad(services);
    throw redirect(reason ? loginPath(null, reason) : "/app/signup");
  };
}

/** `/redirect?goto`: own paths only. */
export function goTo({ request }: LoaderFunctionArgs): never {
  throw redirect(ownPath(new URL(request.url).searchParams.get("goto")) ?? notFoundPath("page"));
}

/**
 * What a failed fetch means for its route. A refusal leads to an error page, with the server's sentence; a server out
 * of reach is the screen's own matter, which offers to try again. A 401 is answered by whoever follows the session.
 */
export function refusedOr(failure: ApiFailure, target: Target): ApiFailure {
  const { status, message } = failure;
  if (status === 0 || status >= 500 || status === 401 || status === 429) return failure;
  if (status === 403) throw redirect(`/error/403?type=${target}`);
  throw redirect(notFoundPath(target, message));
}

/** The id of a path; anything but digits is counted, and not found. */
export function idOf({ analytics }: Services, text: string | undefined, target: Target): number {
  if (text && /^[1-9]\d{0,15}$/.test(text)) return Number(text);
  analytics.track("Invalid Id");
  throw redirect(notFoundPath(target));
}

/** `/journals`: the journals in the store, fresh if possible. */
export function resolveJournals({ journals }: Services) {
  return async ({ request }: LoaderFunctionArgs): Promise<Resolved> => {
    const result = await journals.load(request.signal);
    return { failure: result.ok ? null : refusedOr(result, "page") };
  };
}

/** `/journals/new-entry`: a new page in the journal written in last. */
export function resolveNewEntry({ journals }: Services) {
  return async ({ request }: LoaderFunctionArgs): Promise<Resolved> => {
    const result = await journals.load(request.signal);
    if (!result.ok && !journals.latest) return { failure: refusedOr(result, "page") };
    throw redirect(journals.latest ? `/journals/${journals.latest.id}/new` : "/journals");
  };
}

/** `/app/account`: the settings in the store. What could not be fetched anew is shown as it was. */
export function resolveSettings({ settings }: Services) {
  return async (): Promise<Resolved> => {
    const result = await settings.load();
    return { failure: result.ok ? null : refusedOr(result, "page") };
  };
}

/** Leads to where a closed journal is opened, and from there back to what the request asked for. */
function toLock(args: LoaderFunctionArgs, isClosed: boolean | undefined): void {
  const { journalId = "", entryId } = args.params;
  if (isClosed) throw redirect(unlockPath(journalId, pathOf(args.request), entryId));
}

/** How a page of a journal finds what it shows; `failure` is why it could not. */
export type JournalResolver<T extends Resolved> = (
  services: Services,
  journalId: number,
  request: Request,
) => Promise<T>;

/** A page of a journal that brings its way of fetching along. */
export function resolveJournalPage<T extends Resolved>(
  services: Services,
  load: () => Promise<{ resolve: JournalResolver<T> }>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const { params, request } = args;
    const journalId = idOf(services, params.journalId, "journal");
    toLock(args, services.journals.find(journalId)?.is_unlocked === false);
    const resolved = await (await load()).resolve(services, journalId, request);
    toLock(args, resolved.failure?.status === 423);
    if (resolved.failure) refusedOr(resolved.failure, "journal");
    return resolved;
  };
}

/** How long a new page waits to hear whether its journal is closed, in milliseconds: writing does not wait for a bad line. */
const patience = 4_000;

/** Whether a new page has to stay shut: the words that are kept for it are as private as what is in its journal. */
async function isShut({ journals }: Services, journalId: number, signal: AbortSignal): Promise<boolean> {
  const known = journals.find(journalId);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const asked = await (known ? journals.load(limited, { retries: 0 }) : journals.load(signal));
  // Another browser may have closed what is open here; without an answer only what has no lock is known to be open.
  if (!asked.ok && known) return known.lock_type_id !== 1;
  return journals.find(journalId)?.is_unlocked === false;
}

/**
 * Whether the pad's address is looked at again. A page with unsaved words changes its own as it is written on: that is nobody
 * coming, and it stays where it is.
 */
export function reopensPad({ closings }: Services): ShouldRevalidateFunction {
  return ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    defaultShouldRevalidate && !(closings.isHeld && currentUrl.pathname === nextUrl.pathname);
}

/** The pad: it waits for its entry itself, because an unsaved draft opens without the server; it is only asked for here. */
export async function resolvePad(args: LoaderFunctionArgs, services: Services): Promise<PadLoad> {
  const { params, request } = args;
  const journalId = idOf(services, params.journalId, "journal");
  const entryId = params.entryId === undefined ? null : idOf(services, params.entryId, "entry");
  toLock(args, services.journals.find(journalId)?.is_unlocked === false);
  // Nothing but this keeps a new page out of a closed journal; an entry says by itself that it is closed.
  if (entryId === null) toLock(args, await isShut(services, journalId, request.signal));
  return { ahead: entryId === null ? null : askAhead(services, journalId, entryId, request.signal) };
}

/** `/onboarding/entries`: the list of the journal that the first page was written in. */
export function resolveFirstEntries(services: Services) {
  return async (args: LoaderFunctionArgs): Promise<Resolved> => {
    const resolved = await resolveJournals(services)(args);
    const journalId = services.journals.latest?.id;
    if (resolved.failure || journalId === undefined) return resolved;
    const result = await services.entries.load({ journalId, view: "active", page: 1 }, args.request.signal);
    return { failure: result.ok ? null : refusedOr(result, "journal") };
  };
}
