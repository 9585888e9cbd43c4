import { useSelector } from "@xstate/react";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { accountText } from "./account-text.ts";
import styles from "./account-page.module.css";

const words = accountText.billing;

/** `/app/account/billing`: says that plans are not available yet. The query of the URL is kept. */
export function BillingPage() {
  usePageTitle(words.title);
  const { sessionActor } = useServices();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  return (
    <>
      <h1 className={styles.title}>{words.title}</h1>
      <section className={`${styles.sheet} ${styles.text}`}>
        <p className={styles.lead}>{isPro ? words.pro : words.free}</p>
        <p>{words.later}</p>
        <div className={styles.actions}>
          <ButtonLink to="/app/account">{words.back}</ButtonLink>
        </div>
      </section>
    </>
  );
}
