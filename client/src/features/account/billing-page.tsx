import { useSelector } from "@xstate/react";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { accountText } from "./account-text.ts";
import styles from "./account-page.module.css";

const labels = accountText.billing;

/** `/app/account/billing`: says that plans are not available yet. The query of the URL is kept. */
export function BillingPage() {
  usePageTitle(labels.title);
  const { sessionActor } = useServices();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  return (
    <>
      <h1 className={styles.title}>{labels.title}</h1>
      <section className={`${styles.sheet} ${styles.text}`}>
        <p className={styles.lead}>{isPro ? labels.pro : labels.free}</p>
        <p>{labels.later}</p>
        <div className={styles.actions}>
          <ButtonLink to="/app/account">{labels.back}</ButtonLink>
        </div>
      </section>
    </>
  );
}
