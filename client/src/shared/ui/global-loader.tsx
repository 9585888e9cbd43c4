import { useSelector } from "@xstate/react";
import { useSyncExternalStore } from "react";
import { commonText } from "../common-text.ts";
import { connection } from "../connection.ts";
import { useServices } from "../services.ts";
import styles from "./global-loader.module.css";

/** A progress line at the top of the window while a route loads, and a message while the server cannot be reached. */
export function GlobalLoader() {
  const { loaderActor } = useServices();
  const isVisible = useSelector(loaderActor, (state) => state.hasTag("shown"));
  const isOffline = useSyncExternalStore(connection.subscribe, connection.isOffline);
  return (
    <>
      <output className={styles.loader} data-visible={isVisible || undefined}>
        {isVisible && <span className="visually-hidden">{commonText.loading}</span>}
      </output>
      <p className={styles.unreachable} role="status">
        {isOffline && commonText.errors.unreachableBanner}
      </p>
    </>
  );
}

/** The placeholder until the first route has resolved. */
export function FirstLoad() {
  return (
    <output className={styles.firstLoad}>
      <span className={styles.mark}>{commonText.product}</span>
      <span className="visually-hidden">{commonText.loading}</span>
    </output>
  );
}
