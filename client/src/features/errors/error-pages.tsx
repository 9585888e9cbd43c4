import { useSelector } from "@xstate/react";
import { useSearchParams } from "react-router";
import { copy } from "../../shared/copy.ts";
import type { Target } from "../../shared/own-path.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import styles from "./error-pages.module.css";

const targets: readonly Target[] = ["journal", "entry", "page"];
const longestMessage = 200;

/** What is missing: as the address says, an entry when it names one, else a page. */
function targetOf(query: URLSearchParams): Target {
  const type = query.get("type");
  return targets.find((target) => target === type) ?? (query.has("entry") ? "entry" : "page");
}

/** The ways on from an error page: home, which is the front page for visitors, and help. */
function WaysOn() {
  const { sessionActor } = useServices();
  const isSignedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  return (
    <p className={styles.ways}>
      <ButtonLink to={isSignedIn ? "/" : "/online-journal"} variant="primary">
        {isSignedIn ? copy.errors.home : copy.errors.front}
      </ButtonLink>
      <ButtonLink to="/support">{copy.errors.help}</ButtonLink>
    </p>
  );
}

/** `/error/404 ?entry&type&message`: what was not found, or the sentence of the server. */
export function NotFoundPage() {
  usePageTitle(copy.errors.notFoundTitle);
  const [query] = useSearchParams();
  const message = query.get("message")?.trim().slice(0, longestMessage);
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1>{message || copy.errors.notFound(targetOf(query))}</h1>
      <WaysOn />
    </section>
  );
}

/** `/error/403 ?entry&type`: signed in, but not allowed. */
export function ForbiddenPage() {
  usePageTitle(copy.errors.forbiddenTitle);
  const [query] = useSearchParams();
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        403
      </p>
      <h1>{copy.errors.forbidden(targetOf(query))}</h1>
      <WaysOn />
    </section>
  );
}
