import { useSelector } from "@xstate/react";
import { useSearchParams } from "react-router";
import type { NotFoundTarget } from "../../shared/site-paths.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import styles from "./error-pages.module.css";
import { errorText } from "./error-text.ts";

const targets: readonly NotFoundTarget[] = ["journal", "entry", "page"];
const maxMessageLength = 200;

/** What could not be shown: the type from the URL; without one, an entry if the URL names an entry, otherwise a page. */
function targetOf(query: URLSearchParams): NotFoundTarget {
  const type = query.get("type");
  return targets.find((target) => target === type) ?? (query.has("entry") ? "entry" : "page");
}

/** The links of an error page: to the journals (for visitors, to the home page) and to the help. */
function ErrorLinks() {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  return (
    <p className={styles.links}>
      <ButtonLink to={isLoggedIn ? "/" : "/online-journal"} variant="primary">
        {isLoggedIn ? errorText.goToJournals : errorText.goToHomePage}
      </ButtonLink>
      <ButtonLink to="/support">{errorText.help}</ButtonLink>
    </p>
  );
}

/** `/error/404 ?entry&type&message`: shows the message from the URL, or says what was not found. */
export function NotFoundPage() {
  usePageTitle(errorText.notFoundTitle);
  const [query] = useSearchParams();
  const message = query.get("message")?.trim().slice(0, maxMessageLength);
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1>{message || errorText.notFound(targetOf(query))}</h1>
      <ErrorLinks />
    </section>
  );
}

/** `/error/403 ?entry&type`: says that the user's account has no access. */
export function ForbiddenPage() {
  usePageTitle(errorText.forbiddenTitle);
  const [query] = useSearchParams();
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        403
      </p>
      <h1>{errorText.forbidden(targetOf(query))}</h1>
      <ErrorLinks />
    </section>
  );
}
