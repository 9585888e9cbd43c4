import { useCallback, useEffect, useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useAtom } from "../../shared/atom.ts";
import { useServices } from "../../shared/services.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import { ThemeSection } from "./theme-section.tsx";

/** The themes in a sheet over another page. The page below changes as soon as a theme is chosen. */
export function ThemeSheet({ onClose }: { onClose: () => void }) {
  const { settings } = useServices();
  const currentSettings = useAtom(settings.current);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const load = useCallback(async () => {
    setBusy(true);
    const result = await settings.load();
    setFailure(result.ok ? null : result);
    setBusy(false);
  }, [settings]);
  useEffect(() => {
    if (!settings.current.get()) void load();
  }, [settings, load]);
  return (
    <Sheet open onClose={onClose} title={accountText.theme.sheet}>
      {currentSettings ? (
        <ThemeSection settings={currentSettings} />
      ) : failure ? (
        <LoadFailure failure={failure} busy={busy} onRetry={() => void load()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Sheet>
  );
}
