import { Link } from "react-router";
import { copy } from "../../shared/copy.ts";
import styles from "./footer.module.css";
import { publicCopy } from "./public-copy.ts";

const words = publicCopy.footer;

/** Below public pages: what this is, how it keeps what is written, and help. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <span className={styles.name}>{copy.product}</span> {words.about}
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
