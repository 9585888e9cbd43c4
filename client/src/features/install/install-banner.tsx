import { useMachine } from "@xstate/react";
import { useEffect } from "react";
import { fromPromise } from "xstate";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { hiddenUntil } from "./hidden-until.ts";
import styles from "./install-banner.module.css";
import { installCopy } from "./install-copy.ts";
import { installMachine, type InstallPrompt } from "./install.machine.ts";

const hidden = hiddenUntil(() => localStorage);

/** Offers to install, in a corner, unless it was closed or used not long ago. */
export function InstallBanner({ prompt }: { prompt: InstallPrompt }) {
  const { clock, analytics } = useServices();
  const [state, send] = useMachine(
    installMachine.provide({
      actors: { prompt: fromPromise(() => prompt.prompt()) },
      actions: {
        hide: (_, { until }) => hidden.write(until),
        track: (_, { event }) => analytics.track(event),
      },
    }),
    { input: { now: () => clock.now(), hiddenUntil: () => hidden.read() } },
  );

  useEffect(() => {
    const installed = () => send({ type: "installed" });
    window.addEventListener("appinstalled", installed);
    return () => window.removeEventListener("appinstalled", installed);
  }, [send]);

  if (!state.matches("shown")) return null;
  return (
    <aside className={styles.banner} aria-label={installCopy.label}>
      <p className={styles.title}>{installCopy.title}</p>
      <p className={styles.detail}>{installCopy.detail}</p>
      <div className={styles.acts}>
        <Button variant="quiet" onClick={() => send({ type: "close" })}>
          {installCopy.close}
        </Button>
        <Button onClick={() => send({ type: "install" })}>{installCopy.install}</Button>
      </div>
    </aside>
  );
}
