import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useServices } from "../../shared/services.ts";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountText } from "./account-text.ts";
import { ThemeSection } from "./theme-section.tsx";

/** The themes in a sheet over another page. The page shows the chosen theme at once. */
export const ThemeSheet = observer(function ThemeSheet({ onClose }: { onClose: () => void }) {
  const { settings } = useServices();
  useEffect(() => {
    if (!settings.settings) void settings.load();
  }, [settings]);
  return (
    <Sheet open onClose={onClose} title={accountText.theme.sheet}>
      {settings.settings ? <ThemeSection settings={settings.settings} /> : <Skeleton lines={6} />}
    </Sheet>
  );
});
