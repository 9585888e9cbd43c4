import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useServices } from "../../shared/services.ts";
import { Sheet } from "../../shared/ui/sheet.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { accountCopy } from "./account-copy.ts";
import { ThemeSection } from "./theme-section.tsx";

/** The themes in a sheet over another page, which wears the chosen one at once. */
export const ThemeSheet = observer(function ThemeSheet({ onClose }: { onClose: () => void }) {
  const { settings } = useServices();
  useEffect(() => {
    if (!settings.settings) void settings.load();
  }, [settings]);
  return (
    <Sheet open onClose={onClose} title={accountCopy.theme.sheet}>
      {settings.settings ? <ThemeSection settings={settings.settings} /> : <Skeleton lines={6} />}
    </Sheet>
  );
});
