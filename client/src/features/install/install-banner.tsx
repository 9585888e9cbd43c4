import { useMachine } from "@xstate/react";
import { fromPromise } from "xstate";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { hiddenUntilStore } from "./hidden-until.ts";
import styles from "./install-banner.module.css";
import { installText } from "./install-text.ts";
import { installMachine, type InstallPrompt } from "./install.machine.ts";

const hiddenStore = hiddenUntilStore(() => localStorage);

/** Offers to install the app, in a corner of the page, unless the user has closed it or clicked “Install” recently. */
export function InstallBanner({ prompt }: { prompt: InstallPrompt }) {
  const { clock, analytics } = useServices();
  const [state, send] = useMachine(
    installMachine.provide({
      actors: { prompt: fromPromise(() => prompt.prompt()) },
      actions: {
        hide: (_, { until }) => hiddenStore.write(until),
        track: (_, { event }) => analytics.track(event),
      },
    }),
    { input: { now: () => clock.now(), hiddenUntil: () => hiddenStore.read() } },
  );

  if (!state.matches("visible")) return null;
  return (
    <aside className={styles.banner} aria-label={installText.label}>
      <p className={styles.title}>{installText.title}</p>
      <p className={styles.detail}>{installText.detail}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => send({ type: "close" })}>
          {installText.close}
        </Button>
        <Button onClick={() => send({ type: "install" })}>{installText.install}</Button>
      </div>
    </aside>
  );
}
