import { Link } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { publicText } from "./public-text.ts";
import styles from "./support-page.module.css";

const words = publicText.support;

/** `/support`: answers to common questions, and how to contact us. */
export function SupportPage() {
  usePageTitle(words.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
      </header>
      <div className={styles.sheet}>
        {words.questions.map((item) => (
          <details key={item.question} className={styles.question}>
            <summary>{item.question}</summary>
            <p>{item.answer}</p>
            {"link" in item && (
              <p>
                <Link to={item.link.to}>{item.link.label}</Link>
              </p>
            )}
          </details>
        ))}
      </div>
      <section className={styles.contact}>
        <h2>{words.contact.heading}</h2>
        <p>{words.contact.detail}</p>
      </section>
    </div>
  );
}
