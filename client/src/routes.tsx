import { lazy } from "react";
import { redirect, type RouteObject } from "react-router";
import { CrashPage, ForbiddenPage, NotFoundPage } from "./features/errors/error-pages.tsx";
import { JournalsPage } from "./features/journals/journals-page.tsx";
import { LoginPage } from "./features/session/login-page.tsx";
import { Layout } from "./layout.tsx";
import {
  goTo,
  guarded,
  home,
  resolveEntries,
  resolveJournals,
  resolveNewEntry,
  resolvePad,
  visitorsOnly,
} from "./route-loaders.ts";
import { notFoundPath } from "./shared/own-path.ts";
import type { Services } from "./shared/services.ts";
import { FirstLoad } from "./shared/ui/global-loader.tsx";

/** Stands on the routes that only signed-in people may see. */
export type RouteHandle = { guarded: true };

const handle: RouteHandle = { guarded: true };

const loadJournal = () => import("./features/journals/journal-page.tsx");
const loadPad = () => import("./features/entry-pad/entry-pad-page.tsx");

const loadHistory = () => import("./features/history/history-sheet.tsx");

const History = lazy(async () => ({ default: (await loadHistory()).HistorySheet }));

const journalPage = { handle, lazy: async () => ({ Component: (await loadJournal()).JournalPage }) };
const padPage = {
  handle,
  lazy: async () => {
    const { EntryPadPage } = await loadPad();
    return { element: <EntryPadPage history={History} /> };
  },
};

/** Fetches the screens that follow the first one, while nothing else is to do. */
export async function warmRoutes(): Promise<void> {
  await Promise.all([loadJournal(), loadPad(), loadHistory()]);
}

/** Every address of the client, and what must be known before its screen is shown. */
export function createRoutes(services: Services): RouteObject[] {
  const entries = { loader: guarded(services, resolveEntries(services)), ...journalPage };
  const pad = { loader: guarded(services, resolvePad), ...padPage };
  return [
    {
      Component: Layout,
      HydrateFallback: FirstLoad,
      ErrorBoundary: CrashPage,
      children: [
        {
          // A page that breaks leaves the header standing.
          ErrorBoundary: CrashPage,
          children: [
            { path: "/", loader: home(services), Component: FirstLoad },
            { path: "/app/login", loader: visitorsOnly(services), Component: LoginPage },
            {
              path: "/app/signup",
              loader: visitorsOnly(services),
              lazy: async () => ({
                Component: (await import("./features/session/signup-page.tsx")).SignupPage,
              }),
            },
            {
              path: "/journals",
              loader: guarded(services, resolveJournals(services)),
              handle,
              Component: JournalsPage,
            },
            {
              path: "/journals/new-entry",
              loader: guarded(services, resolveNewEntry(services)),
              handle,
              Component: JournalsPage,
            },
            { path: "/journals/:journalId", ...entries },
            { path: "/journals/:journalId/entries", ...entries },
            { path: "/journals/:journalId/new", ...pad },
            { path: "/journals/:journalId/:entryId", ...pad },
            { path: "/error/404", Component: NotFoundPage },
            { path: "/error/403", Component: ForbiddenPage },
            { path: "/redirect", loader: goTo, Component: FirstLoad },
            { path: "*", loader: () => redirect(notFoundPath("page")), Component: FirstLoad },
          ],
        },
      ],
    },
  ];
}
