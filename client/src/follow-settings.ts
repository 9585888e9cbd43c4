import { reaction } from "mobx";
import type { Services } from "./shared/services.ts";
import { showTheme, themeFor, type ThemePlace } from "./shared/ui-theme.ts";

/**
 * Keeps the settings with the session: loaded when somebody signs in, loaded anew when what they may use changes,
 * forgotten when another person comes. The theme follows both.
 */
export function followSettings(
  { sessionActor, settings }: Pick<Services, "sessionActor" | "settings">,
  place: ThemePlace,
): void {
  const userNow = () => sessionActor.getSnapshot().context.session?.user ?? null;
  let shown: { userId: number; theme: string } | null = null;

  const show = (): void => {
    const user = userNow();
    if (!user || !settings.settings) return;
    const theme = themeFor(settings.settings, user.is_pro);
    if (shown?.userId === user.id && shown.theme === theme) return;
    const chosen = shown?.userId === user.id;
    shown = { userId: user.id, theme };
    showTheme(place, theme, user.id, chosen);
  };

  let last: number | null = null;
  const follow = (): void => {
    const id = userNow()?.id ?? null;
    if (id === last) return show();
    if (last !== null || id === null) settings.clear();
    last = id;
    shown = null;
    // A session that is being left has no need of them, and may be refused.
    if (id !== null && sessionActor.getSnapshot().hasTag("signed in")) void settings.load();
  };
  reaction(() => settings.settings, show);
  sessionActor.subscribe(follow);
  follow();
}
