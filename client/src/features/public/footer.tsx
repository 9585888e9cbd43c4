import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { salesPath } from "../../shared/site-paths.ts";
import styles from "./footer.module.css";
import { publicText } from "./public-text.ts";

const labels = publicText.footer;

/** The footer: a sentence about Daybook, and links to the home page, privacy, plans and help. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <span className={styles.name}>{commonText.product}</span> {labels.about}
        </p>
        <nav aria-label={labels.label}>
          <ul className={styles.links}>
            <li>
              <Link to="/online-journal">{labels.links.home}</Link>
            </li>
            <li>
              <Link to="/online-journal#privacy">{labels.links.privacy}</Link>
            </li>
            <li>
              <Link to={salesPath}>{labels.links.plans}</Link>
            </li>
            <li>
              <Link to="/support">{labels.links.support}</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
