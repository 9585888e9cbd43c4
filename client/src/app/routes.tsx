import { type ComponentType, lazy } from "react";
import { redirect, type RouteObject } from "react-router";
import { authRoutes } from "./auth-routes.tsx";
import { CrashPage } from "../features/errors/crash-page.tsx";
import { planRoutes } from "./plan-routes.tsx";
import { placeholderRoutes } from "./placeholder-routes.tsx";
import { lockRoutes } from "./lock-routes.tsx";
import { onboardingRoutes } from "./onboarding-routes.tsx";
import { mailedPageRoutes } from "./mailed-page-routes.tsx";
import { Layout } from "./layout.tsx";
import { publicRoutes } from "./public-routes.tsx";
import {
  redirectToNextPage,
  goToLogin,
  guardLoader,
  mobileOnly,
  redirectFromHome,
  type JournalResolver,
  type LoaderData,
  resolveJournalPage,
  resolveJournals,
  resolveNewEntry,
  shouldReloadPad,
  resolvePad,
  resolveSettings,
} from "./route-loaders.ts";
import { goodbyePath, notFoundPath } from "../shared/site-paths.ts";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";
import { FirstLoad } from "../shared/ui/global-loader.tsx";

const guardedHandle: RouteHandle = { isGuarded: true };

const loadJournalScreens = whenReachable(() => import("./journal-screens.tsx"));
const loadEntryListPage = whenReachable(async () => {
  const [{ JournalScreen }, { resolve }] = await Promise.all([
    loadJournalScreens(),
    import("../features/journals/resolve-entries.ts"),
  ]);
  return { Component: JournalScreen, resolve };
});
const loadCalendar = whenReachable(() => import("../features/journals/calendar/calendar.route.ts"));
const loadAsOf = whenReachable(() => import("../features/history/as-of/as-of.route.ts"));
const loadPad = whenReachable(() =>
  Promise.all([
    import("../features/entry-pad/entry-pad-page.tsx"),
    import("../features/search/match-highlight.tsx"),
  ]),
);

const loadSearch = whenReachable(() => import("../features/search/search-page.tsx"));

const loadAccount = whenReachable(() => import("../features/account/account-layout.tsx"));

const loadHistory = whenReachable(() => import("../features/history/history-sheet.tsx"));

const History = lazy(whenReachable(async () => ({ default: (await loadHistory()).HistorySheet })));

const Lock = lazy(
  whenReachable(async () => ({
    default: (await import("../features/locks/entry-lock-dialog.tsx")).EntryLockDialog,
  })),
);

const journalsPage = {
  handle: guardedHandle,
  lazy: async () => ({ Component: (await loadJournalScreens()).JournalsScreen }),
};
const padPage = {
  handle: guardedHandle,
  lazy: async () => {
    const [{ EntryPadPage }, { MatchHighlight }] = await loadPad();
    const element = (
      <>
        <EntryPadPage history={History} lock={Lock} />
        <MatchHighlight />
      </>
    );
    return { element };
  },
};

/** The route of a page inside a journal. `load` loads the page's component and its resolver. */
const journalRoute = <T extends LoaderData>(
  services: Services,
  load: () => Promise<{ Component: ComponentType; resolve: JournalResolver<T> }>,
): RouteObject => ({
  loader: guardLoader(services, resolveJournalPage(services, load)),
  handle: guardedHandle,
  lazy: async () => ({ Component: (await load()).Component }),
});

/** Prefetches the screens that usually follow the first one. */
export async function prefetchRoutes(): Promise<void> {
  await Promise.all([loadJournalScreens(), loadPad(), loadHistory()]);
}

/** All routes of the client, with their loaders. */
export function createRoutes(services: Services): RouteObject[] {
  const entries = journalRoute(services, loadEntryListPage);
  const pad = {
    loader: guardLoader(services, resolvePad),
    shouldRevalidate: shouldReloadPad(services),
    ...padPage,
  };
  return [
    {
      Component: Layout,
      HydrateFallback: FirstLoad,
      ErrorBoundary: CrashPage,
      children: [
        {
          // When a page crashes, the header stays.
          ErrorBoundary: CrashPage,
          children: [
            { path: "/", loader: redirectFromHome(services), Component: FirstLoad },
            ...authRoutes(services),
            {
              path: "/journals",
              loader: guardLoader(services, resolveJournals(services)),
              ...journalsPage,
              handle: { ...guardedHandle, showsPromo: true },
            },
            {
              path: "/journals/new-entry",
              loader: guardLoader(services, resolveNewEntry(services)),
              ...journalsPage,
            },
            ...lockRoutes(services),
            { path: "/journals/:journalId", ...entries },
            { path: "/journals/:journalId/entries", ...entries },
            { path: "/journals/:journalId/calendar", ...journalRoute(services, loadCalendar) },
            { path: "/journals/:journalId/as-of", ...journalRoute(services, loadAsOf) },
            { path: "/journals/:journalId/new", ...pad },
            { path: "/journals/:journalId/:entryId", ...pad },
            {
              path: "/search",
              loader: guardLoader(services, () => null),
              handle: { ...guardedHandle, hidesSearch: true, showsPromo: true } satisfies RouteHandle,
              lazy: async () => ({ Component: (await loadSearch()).SearchPage }),
            },
            {
              path: "/app/account",
              loader: guardLoader(services, () => null, { onboarding: true }),
              handle: guardedHandle,
              lazy: async () => ({ Component: (await loadAccount()).AccountLayout }),
              children: [
                {
                  index: true,
                  loader: guardLoader(services, resolveSettings(services), { onboarding: true }),
                  handle: { showsPromo: true } satisfies RouteHandle,
                  lazy: whenReachable(async () => ({
                    Component: (await import("../features/account/settings-page.tsx")).SettingsPage,
                  })),
                },
                {
                  path: "billing",
                  handle: { showsPromo: true } satisfies RouteHandle,
                  lazy: whenReachable(async () => ({
                    Component: (await import("../features/account/billing-page.tsx")).BillingPage,
                  })),
                },
                {
                  path: "billing/orders/:orderId",
                  lazy: whenReachable(async () => ({
                    Component: (await import("../features/account/receipt-page.tsx")).ReceiptPage,
                  })),
                },
                {
                  path: "delete",
                  lazy: whenReachable(async () => ({
                    Component: (await import("../features/account/delete-page.tsx")).DeletePage,
                  })),
                },
              ],
            },
            {
              path: goodbyePath,
              lazy: whenReachable(async () => ({
                Component: (await import("../features/account/goodbye-page.tsx")).GoodbyePage,
              })),
            },
            ...mailedPageRoutes(services),
            {
              path: "/public/:slug",
              lazy: whenReachable(async () =>
                (await import("../features/public-entry/public-entry.route.ts")).publicEntryRoute(services),
              ),
            },
            ...publicRoutes(),
            ...onboardingRoutes(services),
            {
              path: "/mobile",
              loader: guardLoader(services, mobileOnly(services), { mobile: true, onboarding: true }),
              handle: { ...guardedHandle, header: "hidden" } satisfies RouteHandle,
              lazy: whenReachable(async () => ({
                Component: (await import("../features/mobile/mobile-page.tsx")).MobilePage,
              })),
            },
            ...planRoutes(),
            ...placeholderRoutes(),
            { path: "/redirect", loader: redirectToNextPage, Component: FirstLoad },
            { path: "/login", loader: goToLogin, Component: FirstLoad },
            { path: "/app", loader: () => redirect("/"), Component: FirstLoad },
            { path: "*", loader: () => redirect(notFoundPath("page")), Component: FirstLoad },
          ],
        },
      ],
    },
  ];
}
