import { Link } from "react-router";
import { showsDesktopScreensOnMobile } from "../../shared/device.ts";
import { useSupportEmail } from "../../shared/use-support-email.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { publicText } from "./public-text.ts";
import styles from "./support-page.module.css";

const labels = publicText.support;

/** `/support`: answers to common questions, and how to contact us. */
export function SupportPage() {
  usePageTitle(labels.title);
  const supportEmail = useSupportEmail();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{labels.title}</h1>
        <p>{labels.lead}</p>
      </header>
      <div className={styles.sheet}>
        {labels.questions.map((item) => (
          <details key={item.question} className={styles.question}>
            <summary>{item.question}</summary>
            <p>
              {"answerWithDesktopScreens" in item && showsDesktopScreensOnMobile()
                ? item.answerWithDesktopScreens
                : item.answer}
            </p>
            {"link" in item && (
              <p>
                <Link to={item.link.to}>{item.link.label}</Link>
              </p>
            )}
          </details>
        ))}
      </div>
      <section className={styles.contact}>
        <h2>{labels.contact.heading}</h2>
        <p>{labels.contact.detail}</p>
        {supportEmail && (
          <p>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        )}
      </section>
    </div>
  );
}
