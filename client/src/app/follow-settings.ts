import type { Services } from "../shared/services.ts";
import { showTheme, themeFor, type ThemeTarget } from "../shared/ui-theme.ts";

/**
 * Loads the settings when a user logs in, and clears them when the session ends or another user logs in. Applies the theme,
 * also when the plan changes.
 */
export function followSettings(
  { sessionActor, settings }: Pick<Services, "sessionActor" | "settings">,
  target: ThemeTarget,
): void {
  const currentUser = () => sessionActor.getSnapshot().context.session?.user ?? null;
  let appliedTheme: { userId: number; theme: string } | null = null;

  const applyTheme = (): void => {
    const user = currentUser();
    const current = settings.current.get();
    if (!user || !current) return;
    const theme = themeFor(current, user.is_pro);
    if (appliedTheme?.userId === user.id && appliedTheme.theme === theme) return;
    const isChange = appliedTheme?.userId === user.id;
    appliedTheme = { userId: user.id, theme };
    showTheme(target, theme, user.id, isChange);
  };

  let lastUserId: number | null = null;
  const applySession = (): void => {
    const id = currentUser()?.id ?? null;
    if (id === lastUserId) return applyTheme();
    if (lastUserId !== null || id === null) settings.clear();
    lastUserId = id;
    appliedTheme = null;
    // A session that is about to end does not need settings, and the request may be refused.
    if (id !== null && sessionActor.getSnapshot().hasTag("logged in")) void settings.load();
  };
  settings.current.subscribe(applyTheme);
  sessionActor.subscribe(applySession);
  applySession();
}
