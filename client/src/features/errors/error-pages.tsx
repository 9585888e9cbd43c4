import { useRouteError, useSearchParams } from "react-router";
import { copy } from "../../shared/copy.ts";
import type { Target } from "../../shared/own-path.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import styles from "./error-pages.module.css";

const targets: readonly Target[] = ["journal", "entry", "page"];
const longestMessage = 200;

const targetOf = (text: string | null): Target => targets.find((target) => target === text) ?? "page";

/** `/error/404 ?type&message`: what was not found, or the sentence of the server. */
export function NotFoundPage() {
  usePageTitle(copy.errors.notFoundTitle);
  const [query] = useSearchParams();
  const message = query.get("message")?.slice(0, longestMessage);
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1>{message || copy.errors.notFound(targetOf(query.get("type")))}</h1>
      <ButtonLink to="/" variant="primary">
        {copy.errors.home}
      </ButtonLink>
    </section>
  );
}

/** `/error/403 ?type`: signed in, but not allowed. */
export function ForbiddenPage() {
  usePageTitle(copy.errors.forbiddenTitle);
  const [query] = useSearchParams();
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden>
        403
      </p>
      <h1>{copy.errors.forbidden(targetOf(query.get("type")))}</h1>
      <ButtonLink to="/" variant="primary">
        {copy.errors.home}
      </ButtonLink>
    </section>
  );
}

/** Stands in for a page that broke while it was shown. */
export function CrashPage() {
  usePageTitle(copy.errors.crashTitle);
  useRouteError();
  return (
    <section className={styles.page}>
      <h1>{copy.errors.crashTitle}</h1>
      <p>{copy.errors.crash}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {copy.errors.reload}
      </Button>
    </section>
  );
}
