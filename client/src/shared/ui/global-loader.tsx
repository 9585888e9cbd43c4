import { useSelector } from "@xstate/react";
import { commonText } from "../common-text.ts";
import { useServices } from "../services.ts";
import styles from "./global-loader.module.css";

/** The line at the top of the window while a route resolves. */
export function GlobalLoader() {
  const { loaderActor } = useServices();
  const shown = useSelector(loaderActor, (state) => state.hasTag("shown"));
  return (
    <output className={styles.loader} data-shown={shown || undefined}>
      {shown && <span className="visually-hidden">{commonText.loading}</span>}
    </output>
  );
}

/** The placeholder until the first route has resolved. */
export function FirstLoad() {
  return (
    <output className={styles.first}>
      <span className={styles.mark}>{commonText.product}</span>
      <span className="visually-hidden">{commonText.loading}</span>
    </output>
  );
}
