import { redirect, type RouteObject } from "react-router";
import {
  guardLoader,
  mobileOnly,
  resolveFirstEntries,
  resolveJournals,
  resolveSettings,
} from "./route-loaders.ts";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";
import { FirstLoad } from "../shared/ui/global-loader.tsx";

const withFooter: RouteHandle = { showsFooter: true };
const mobilePageHandle: RouteHandle = { isGuarded: true, header: "hidden" };
const stepHandle: RouteHandle = { isGuarded: true, header: "bare", isOnboarding: true };

const loadErrors = whenReachable(() => import("../features/errors/error-pages.tsx"));
const loadJournalStep = whenReachable(() => import("../features/onboarding/journal-step.tsx"));

/** The onboarding steps: for logged-in users on any device, whether or not they have finished the onboarding. */
function onboardingRoutes(services: Services): RouteObject[] {
  const anyUser = { mobile: true, onboarding: true } as const;
  const plainStep = { loader: guardLoader(services, () => null, anyUser), handle: stepHandle };
  const journalStep = {
    loader: guardLoader(services, resolveJournals(services), anyUser),
    handle: stepHandle,
  };
  return [
    {
      path: "/welcome",
      ...journalStep,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/welcome-page.tsx")).WelcomePage,
      })),
    },
    {
      path: "/welcome/journal",
      ...journalStep,
      lazy: async () => {
        const { JournalStep } = await loadJournalStep();
        return { element: <JournalStep step="welcome/journal" back="welcome" /> };
      },
    },
    {
      path: "/welcome/customize",
      loader: guardLoader(services, resolveSettings(services), anyUser),
      handle: stepHandle,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/customize-page.tsx")).CustomizePage,
      })),
    },
    {
      path: "/welcome/mobile",
      ...plainStep,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/mobile-step.tsx")).MobileStep,
      })),
    },
    { path: "/onboarding", loader: () => redirect("/onboarding/write"), Component: FirstLoad },
    {
      path: "/onboarding/write",
      ...journalStep,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/write-page.tsx")).WritePage,
      })),
    },
    {
      path: "/onboarding/entries",
      loader: guardLoader(services, resolveFirstEntries(services), anyUser),
      handle: stepHandle,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/entries-page.tsx")).EntriesPage,
      })),
    },
    {
      path: "/onboarding/journal",
      ...journalStep,
      lazy: async () => {
        const { JournalStep } = await loadJournalStep();
        return { element: <JournalStep step="onboarding/journal" back="onboarding/entries" /> };
      },
    },
  ];
}

/** The routes of pages for everybody (home page, help, errors), of the onboarding, and of the page for phones. */
export function publicRoutes(services: Services): RouteObject[] {
  const mobilePageLoader = guardLoader(services, mobileOnly(services), { mobile: true, onboarding: true });
  return [
    {
      path: "/online-journal",
      handle: withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/landing-page.tsx")).LandingPage,
      })),
    },
    {
      path: "/support",
      handle: withFooter,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/support-page.tsx")).SupportPage,
      })),
    },
    {
      path: "/mobile",
      loader: mobilePageLoader,
      handle: mobilePageHandle,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/mobile/mobile-page.tsx")).MobilePage,
      })),
    },
    {
      path: "/error/404",
      handle: withFooter,
      lazy: async () => ({ Component: (await loadErrors()).NotFoundPage }),
    },
    {
      path: "/error/403",
      handle: withFooter,
      lazy: async () => ({ Component: (await loadErrors()).ForbiddenPage }),
    },
    ...onboardingRoutes(services),
  ];
}
