import { usePageTitle } from "../../shared/page-title.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { accountText } from "./account-text.ts";
import styles from "../../shared/ui/centred-message.module.css";

const labels = accountText.goodbye;

/** `/account/delete-account-confirmation`: public, because the account no longer exists. */
export function GoodbyePage() {
  usePageTitle(labels.title);
  return (
    <section className={styles.message}>
      <svg className={styles.drawing} viewBox="0 0 120 64" aria-hidden>
        <path d="M34 10h46a6 6 0 0 1 6 6v38H40a6 6 0 0 1-6-6Z" />
        <path d="M34 48a6 6 0 0 1 6-6h46M62 10v20l5-5 5 5V10" />
      </svg>
      <h1>{labels.heading}</h1>
      <p>{labels.detail}</p>
      <p>{labels.thanks}</p>
      <ButtonLink to="/app/signup">{labels.startAgain}</ButtonLink>
    </section>
  );
}
