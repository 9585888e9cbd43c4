import { type LoaderFunctionArgs, redirect } from "react-router";
import type { ApiFailure } from "./shared/api-client.ts";
import { loginPath, notFoundPath, ownPath, type Target } from "./shared/own-path.ts";
import type { Services } from "./shared/services.ts";
import type { EntriesPageKey, EntriesView } from "./stores/entries.store.ts";

/** What a screen gets when its route resolved: its data stand in the stores; `failure` is why they could not be fetched. */
export type Resolved = { failure: ApiFailure | null };
/** The same for the list of entries, with the page that was asked for. */
export type ResolvedEntries = Resolved & { key: EntriesPageKey };

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** True while somebody is signed in. */
export function isSignedIn({ sessionActor }: Services): boolean {
  return sessionActor.getSnapshot().hasTag("signed in");
}

/** Lets only signed-in people through; others log in first and come back. */
export function guarded<T>(services: Services, resolve: (args: LoaderFunctionArgs) => Promise<T> | T) {
  return (args: LoaderFunctionArgs): Promise<T> | T => {
    if (isSignedIn(services)) return resolve(args);
    const { ended } = services.sessionActor.getSnapshot().context;
    throw redirect(loginPath(pathOf(args.request), ended === "expired" ? "expired" : undefined));
  };
}

/** Where somebody who is signed in already goes instead of login and sign-up. */
export function visitorsOnly(services: Services) {
  return ({ request }: LoaderFunctionArgs): null => {
    if (!isSignedIn(services)) return null;
    throw redirect(ownPath(new URL(request.url).searchParams.get("after_login")) ?? "/journals");
  };
}

/** `/`: visitors sign up, people whose session ran out log in, everybody else finds the journals. */
export function home(services: Services) {
  return (): never => {
    if (isSignedIn(services)) throw redirect("/journals");
    const { ended } = services.sessionActor.getSnapshot().context;
    throw redirect(ended === "expired" ? loginPath(null, "expired") : "/app/signup");
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

/** The id of a path; anything but digits is not found. */
export function idOf(text: string | undefined, target: Target): number {
  if (text && /^[1-9]\d{0,15}$/.test(text)) return Number(text);
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

const views: readonly EntriesView[] = ["active", "starred", "trashed"];

/** One journal's list: ten entries of a view. */
export function resolveEntries({ entries }: Services) {
  return async ({ params, request }: LoaderFunctionArgs): Promise<ResolvedEntries> => {
    const query = new URL(request.url).searchParams;
    const page = /^[1-9]\d{0,5}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
    const view = views.find((known) => known === query.get("view")) ?? "active";
    const key = { journalId: idOf(params.journalId, "journal"), view, page };
    const result = await entries.load(key, request.signal);
    return { key, failure: result.ok ? null : refusedOr(result, "journal") };
  };
}

/** The pad: it fetches its entry itself, because an unsaved draft opens without the server. */
export function resolvePad({ params }: LoaderFunctionArgs): null {
  idOf(params.journalId, "journal");
  if (params.entryId !== undefined) idOf(params.entryId, "entry");
  return null;
}
