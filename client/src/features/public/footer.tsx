import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import styles from "./footer.module.css";
import { publicText } from "./public-text.ts";

const words = publicText.footer;

/** The footer of public pages: about, privacy, help. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <span className={styles.name}>{commonText.product}</span> {words.about}
        </p>
        <nav aria-label={words.label}>
          <ul className={styles.links}>
            <li>
              <Link to="/online-journal">{words.links.front}</Link>
            </li>
            <li>
              <Link to="/online-journal#privacy">{words.links.privacy}</Link>
            </li>
            <li>
              <Link to="/support">{words.links.support}</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
