import { useSelector } from "@xstate/react";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import styles from "./landing-page.module.css";
import { DeskPicture, HistoryPicture } from "./landing-picture.tsx";
import { publicText } from "./public-text.ts";

const labels = publicText.landing;

/** The drawings of the three privacy promises: an envelope, a key that is cut in two, a closed book. */
const drawings = [
  "M10 16h44v32H10ZM10 16l22 18 22-18M27 48l5-4 5 4",
  "M22 22a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM32 32h8M46 32h8v7M48 32v5M40 24l6 16",
  "M16 12h28a4 4 0 0 1 4 4v36H20a4 4 0 0 1-4-4ZM16 48a4 4 0 0 1 4-4h28M36 12v14l4-4 4 4V12",
] as const;

/** Sign up and log in for visitors, a link to the journals for users who are logged in. */
function SignUpLinks() {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  if (isLoggedIn) {
    return (
      <p className={styles.links}>
        <ButtonLink to="/" variant="primary">
          {labels.journals}
        </ButtonLink>
      </p>
    );
  }
  return (
    <p className={styles.links}>
      <ButtonLink to="/app/signup" variant="primary">
        {labels.signUp}
      </ButtonLink>
      <ButtonLink to="/app/login">{labels.logIn}</ButtonLink>
    </p>
  );
}

/** `/online-journal`: what Daybook is, and how it keeps entries private. */
export function LandingPage() {
  usePageTitle(labels.title);
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.intro}>
          <h1>{labels.heading}</h1>
          <p className={styles.lead}>{labels.lead}</p>
          <SignUpLinks />
          <p className={styles.note}>{labels.free}</p>
        </div>
        <DeskPicture />
      </section>

      <section className={styles.privacy} id="privacy" aria-labelledby="privacy-heading">
        <h2 id="privacy-heading">{labels.privacy.heading}</h2>
        <ul className={styles.promises}>
          {labels.privacy.parts.map(({ title, detail }, index) => (
            <li key={title}>
              <svg className={styles.drawing} viewBox="0 0 64 64" aria-hidden>
                <path d={drawings[index]} />
              </svg>
              <h3>{title}</h3>
              <p>{detail}</p>
            </li>
          ))}
        </ul>
        <div className={styles.limits}>
          <div>
            <h3>{labels.limits.heading}</h3>
            <p>{labels.limits.lead}</p>
          </div>
          <ul>
            {labels.limits.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </section>

      <section className={styles.historySection}>
        <div>
          <h2>{labels.history.heading}</h2>
          <p className={styles.lead}>{labels.history.detail}</p>
        </div>
        <HistoryPicture />
      </section>

      <section className={styles.closing}>
        <h2>{labels.closing.heading}</h2>
        <p>{labels.closing.detail}</p>
        <SignUpLinks />
      </section>
    </div>
  );
}
