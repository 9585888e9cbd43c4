import { useEffect } from "react";
import { useAtom } from "../../shared/atom.ts";
import { useServices } from "../../shared/services.ts";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import { ThemeSection } from "./theme-section.tsx";

/** The themes in a sheet over another page. The page below changes as soon as a theme is chosen. */
export function ThemeSheet({ onClose }: { onClose: () => void }) {
  const { settings } = useServices();
  const currentSettings = useAtom(settings.current);
  useEffect(() => {
    if (!settings.current.get()) void settings.load();
  }, [settings]);
  return (
    <Sheet open onClose={onClose} title={accountText.theme.sheet}>
      {currentSettings ? <ThemeSection settings={currentSettings} /> : <Skeleton lines={6} />}
    </Sheet>
  );
}
