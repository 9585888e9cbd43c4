import { useRouteError } from "react-router";
import { copy } from "../../shared/copy.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button } from "../../shared/ui/button.tsx";
import styles from "./error-pages.module.css";

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
