import { type Services, useServices } from "../../shared/services.ts";
import {
  type AutoLogoutActor,
  createAutoLogout,
  followAccount,
  followLimit,
  followPage,
} from "./auto-logout.ts";
import { AutoLogoutModal } from "./auto-logout-modal.tsx";

const actorOfServices = new WeakMap<Services, AutoLogoutActor>();

/** The single actor of this page, created and connected on first use. */
function actorOf(services: Services): AutoLogoutActor {
  const existing = actorOfServices.get(services);
  if (existing) return existing;
  const { clock, presence, sessionActor, settings, logOutIdle } = services;
  const actor = createAutoLogout({ clock, store: presence, logOut: logOutIdle });
  actorOfServices.set(services, actor);
  actor.start();
  followAccount(
    actor,
    () => sessionActor.getSnapshot().context.session?.user.id ?? null,
    (listener) => sessionActor.subscribe(listener),
  );
  followLimit(actor, settings.current);
  followPage(actor, clock);
  return actor;
}

/**
 * Logs an inactive user out. Before that, it asks on any page whether to stay logged in.
 *
 * @param isPrivate whether the page shows private text
 */
export function AutoLogoutWatch({ isPrivate }: { isPrivate: boolean }) {
  return <AutoLogoutModal actor={actorOf(useServices())} isPrivate={isPrivate} />;
}
