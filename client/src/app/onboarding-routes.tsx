import { redirect, type RouteObject } from "react-router";
import { guardLoader, resolveFirstEntries, resolveJournals, resolveSettings } from "./route-loaders.ts";
import { whenReachable } from "../shared/connection.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";
import { FirstLoad } from "../shared/ui/global-loader.tsx";

const stepHandle: RouteHandle = { isGuarded: true, header: "bare", isOnboarding: true };

const loadJournalStep = whenReachable(() => import("../features/onboarding/journal-step.tsx"));

/** The onboarding steps: for logged-in users on any device, whether or not they have finished the onboarding. */
export function onboardingRoutes(services: Services): RouteObject[] {
  const anyUser = { mobile: true, onboarding: true } as const;
  const plainStep = { loader: guardLoader(services, () => null, anyUser), handle: stepHandle };
  const stepWithJournals = {
    loader: guardLoader(services, resolveJournals(services), anyUser),
    handle: stepHandle,
  };
  return [
    {
      path: "/welcome",
      ...stepWithJournals,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/onboarding/welcome-page.tsx")).WelcomePage,
      })),
    },
    {
      path: "/welcome/journal",
      ...stepWithJournals,
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
      ...stepWithJournals,
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
      ...stepWithJournals,
      lazy: async () => {
        const { JournalStep } = await loadJournalStep();
        return { element: <JournalStep step="onboarding/journal" back="onboarding/entries" /> };
      },
    },
  ];
}
