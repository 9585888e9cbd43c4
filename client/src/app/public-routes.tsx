import { redirect, type RouteObject } from "react-router";
import {
  guarded,
  mobileOnly,
  resolveFirstEntries,
  resolveJournals,
  resolveSettings,
} from "./route-loaders.ts";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";
import { FirstLoad } from "../shared/ui/global-loader.tsx";

const front: RouteHandle = { showsFooter: true };
const splash: RouteHandle = { guarded: true, header: "hidden" };
const step: RouteHandle = { guarded: true, header: "bare", isOnboarding: true };

const loadErrors = () => import("../features/errors/error-pages.tsx");
const loadJournalStep = () => import("../features/onboarding/journal-step.tsx");

/** The onboarding steps: for signed-in users on any device, whether or not they have finished the onboarding. */
function onboardingRoutes(services: Services): RouteObject[] {
  const anyone = { mobile: true, onboarding: true } as const;
  const plainStep = { loader: guarded(services, () => null, anyone), handle: step };
  const journal = { loader: guarded(services, resolveJournals(services), anyone), handle: step };
  return [
    {
      path: "/welcome",
      ...journal,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/welcome-page.tsx")).WelcomePage,
      })),
    },
    {
      path: "/welcome/journal",
      ...journal,
      lazy: async () => {
        const { JournalStep } = await loadJournalStep();
        return { element: <JournalStep step="welcome/journal" back="welcome" /> };
      },
    },
    {
      path: "/welcome/customize",
      loader: guarded(services, resolveSettings(services), anyone),
      handle: step,
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
      ...journal,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/write-page.tsx")).WritePage,
      })),
    },
    {
      path: "/onboarding/entries",
      loader: guarded(services, resolveFirstEntries(services), anyone),
      handle: step,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/entries-page.tsx")).EntriesPage,
      })),
    },
    {
      path: "/onboarding/journal",
      ...journal,
      lazy: async () => {
        const { JournalStep } = await loadJournalStep();
        return { element: <JournalStep step="onboarding/journal" back="onboarding/entries" /> };
      },
    },
  ];
}

/** The routes outside the journals: home page, help, errors, onboarding, and the page for phones. */
export function publicRoutes(services: Services): RouteObject[] {
  const splashLoader = guarded(services, mobileOnly(services), { mobile: true, onboarding: true });
  return [
    {
      path: "/online-journal",
      handle: front,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/landing-page.tsx")).LandingPage,
      })),
    },
    {
      path: "/support",
      handle: front,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/public/support-page.tsx")).SupportPage,
      })),
    },
    {
      path: "/mobile",
      loader: splashLoader,
      handle: splash,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/mobile/mobile-page.tsx")).MobilePage,
      })),
    },
    {
      path: "/error/404",
      handle: front,
      lazy: async () => ({ Component: (await loadErrors()).NotFoundPage }),
    },
    {
      path: "/error/403",
      handle: front,
      lazy: async () => ({ Component: (await loadErrors()).ForbiddenPage }),
    },
    ...onboardingRoutes(services),
  ];
}
