import { Link } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { publicCopy } from "./public-copy.ts";
import styles from "./support-page.module.css";

const words = publicCopy.support;

/** `/support`: common questions, answered, and how to reach somebody. */
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
