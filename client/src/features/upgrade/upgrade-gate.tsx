import { useSelector } from "@xstate/react";
import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { useAtom } from "../../shared/atom.ts";
import { whenReachable } from "../../shared/connection.ts";
import { useServices } from "../../shared/services.ts";
import { upgradeSource } from "../../shared/upgrade.ts";

const UpgradeDialog = lazy(
  whenReachable(async () => ({ default: (await import("./upgrade-dialog.tsx")).UpgradeDialog })),
);

const close = () => upgradeSource.set(null);

/** Shows the upgrade dialog after `openUpgrade`. It closes when the page or the user changes. */
export function UpgradeGate() {
  const { sessionActor } = useServices();
  const userId = useSelector(sessionActor, ({ context }) => context.session?.user.id ?? null);
  const source = useAtom(upgradeSource);
  const { pathname } = useLocation();
  useEffect(() => close, [pathname, userId]);
  if (source === null || userId === null) return null;
  return (
    <Suspense>
      <UpgradeDialog source={source} onClose={close} />
    </Suspense>
  );
}
