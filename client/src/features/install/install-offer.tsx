import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { whenReachable } from "../../shared/connection.ts";
import type { InstallPrompt } from "./install.machine.ts";

const Banner = lazy(
  whenReachable(async (): Promise<{ default: ComponentType<{ prompt: InstallPrompt }> }> => {
    try {
      return { default: (await import("./install-banner.tsx")).InstallBanner };
    } catch {
      // If the banner cannot be loaded, it is not shown.
      return { default: () => null };
    }
  }),
);

/**
 * Holds back the browser's install prompt and offers it in a banner instead. The banner only appears on the journals page, never while the
 * user writes.
 */
export function InstallOffer() {
  const [offer, setOffer] = useState<{ prompt: InstallPrompt; promptNumber: number } | null>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    const onPrompt = (event: Event): void => {
      event.preventDefault();
      const prompt = event as unknown as InstallPrompt;
      setOffer((lastOffer) => ({ prompt, promptNumber: (lastOffer?.promptNumber ?? 0) + 1 }));
    };
    // The event also comes after an installation through the browser's own menu.
    const onInstalled = (): void => setOffer(null);
    window.addEventListener("beforeinstallprompt", onPrompt);
    window.addEventListener("appinstalled", onInstalled);
    return () => {
      window.removeEventListener("beforeinstallprompt", onPrompt);
      window.removeEventListener("appinstalled", onInstalled);
    };
  }, []);

  if (!offer || pathname !== "/journals") return null;
  return (
    <Suspense>
      <Banner key={offer.promptNumber} prompt={offer.prompt} />
    </Suspense>
  );
}
