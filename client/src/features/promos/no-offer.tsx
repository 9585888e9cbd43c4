import { useSelector } from "@xstate/react";
import { useServices } from "../../shared/services.ts";
import { salesPath } from "../../shared/site-paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import styles from "./promo-page.module.css";
import { promosText } from "./promos-text.ts";

/** Shown in place of an offer: the reason why it cannot be used, and a link to all plans. */
export function NoOffer({ title, detail }: { title: string; detail: string }) {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  return (
    <section className={styles.sheet}>
      <h2>{title}</h2>
      <p>{detail}</p>
      <div>
        <ButtonLink to={isLoggedIn ? "/app/account/billing" : salesPath} variant="primary">
          {promosText.page.allPlans}
        </ButtonLink>
      </div>
    </section>
  );
}
