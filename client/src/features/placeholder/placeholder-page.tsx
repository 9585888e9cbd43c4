import { useSelector } from "@xstate/react";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { type PlaceholderFeature, placeholderText } from "./placeholder-text.ts";
import styles from "../../shared/ui/centred-message.module.css";

/** Says that a feature is not available yet and what that means for the user, with a link back. */
export function PlaceholderPage({ feature }: { feature: PlaceholderFeature }) {
  const { heading, detail } = placeholderText.features[feature];
  usePageTitle(placeholderText.title);
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  return (
    <section className={styles.message}>
      <svg className={styles.drawing} viewBox="0 0 120 72" aria-hidden>
        <path d="M28 8h58a4 4 0 0 1 4 4v52H32a4 4 0 0 1-4-4Z" />
        <path d="M28 60a4 4 0 0 1 4-4h58" />
        <path d="M70 8v22l5-5 5 5V8" />
        <path strokeDasharray="3 4" d="M38 22h22M38 32h26M38 42h18" />
      </svg>
      <h1>{heading}</h1>
      <p>{detail}</p>
      <p>{placeholderText.later}</p>
      <ButtonLink to={isLoggedIn ? "/journals" : "/online-journal"} variant="primary">
        {isLoggedIn ? placeholderText.back : placeholderText.home}
      </ButtonLink>
    </section>
  );
}
