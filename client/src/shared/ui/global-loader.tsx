import { useSelector } from "@xstate/react";
import { copy } from "../copy.ts";
import { useServices } from "../services.ts";
import styles from "./global-loader.module.css";

/** The line at the top of the window while a route resolves. */
export function GlobalLoader() {
  const { loaderActor } = useServices();
  const shown = useSelector(loaderActor, (state) => state.hasTag("shown"));
  return (
    <div className={styles.loader} role="status" data-shown={shown || undefined}>
      {shown && <span className="visually-hidden">{copy.loading}</span>}
    </div>
  );
}

/** What stands on the page before the first route has resolved. */
export function FirstLoad() {
  return (
    <div className={styles.first} role="status">
      <p className={styles.mark}>{copy.product}</p>
      <span className="visually-hidden">{copy.loading}</span>
    </div>
  );
}
