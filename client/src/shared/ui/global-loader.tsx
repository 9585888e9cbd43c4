import { useSelector } from "@xstate/react";
import { copy } from "../copy.ts";
import { useServices } from "../services.ts";
import styles from "./global-loader.module.css";

/** The line at the top of the window while a route resolves. */
export function GlobalLoader() {
  const { loaderActor } = useServices();
  const shown = useSelector(loaderActor, (state) => state.hasTag("shown"));
  return (
    <output className={styles.loader} data-shown={shown || undefined}>
      {shown && <span className="visually-hidden">{copy.loading}</span>}
    </output>
  );
}

/** What stands on the page before the first route has resolved. */
export function FirstLoad() {
  return (
    <output className={styles.first}>
      <span className={styles.mark}>{copy.product}</span>
      <span className="visually-hidden">{copy.loading}</span>
    </output>
  );
}
