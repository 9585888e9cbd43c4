import { type Sleep, systemSleep } from "../shared/clock.ts";
import type { Services } from "../shared/services.ts";
import { showTheme, themeFor, type ThemeTarget } from "../shared/ui-theme.ts";

const retryDelayMs = 30_000;

/**
 * Loads the settings when a user logs in, and clears them when the session ends or another user logs in. A load that fails is repeated.
 * Applies the theme, also when the plan changes.
 */
export function followSettings(
  { sessionActor, settings }: Pick<Services, "sessionActor" | "settings">,
  target: ThemeTarget,
  sleep: Sleep = systemSleep,
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

  const loadSettings = async (userId: number): Promise<void> => {
    // A session that is about to end does not need settings, and the request may be refused.
    const isNeeded = () =>
      currentUser()?.id === userId &&
      sessionActor.getSnapshot().hasTag("logged in") &&
      settings.current.get() === null;
    /* oxlint-disable no-await-in-loop -- retries run one after the other */
    while (isNeeded()) {
      if ((await settings.load()).ok) return;
      await sleep(retryDelayMs);
    }
    /* oxlint-enable no-await-in-loop */
  };

  let lastUserId: number | null = null;
  const applySession = (): void => {
    const id = currentUser()?.id ?? null;
    if (id === lastUserId) return applyTheme();
    if (lastUserId !== null || id === null) settings.clear();
    lastUserId = id;
    appliedTheme = null;
    if (id !== null) void loadSettings(id);
  };
  settings.current.subscribe(applyTheme);
  sessionActor.subscribe(applySession);
  applySession();
}
