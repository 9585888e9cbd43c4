import { commonText } from "../../shared/common-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button } from "../../shared/ui/button.tsx";
import styles from "./error-pages.module.css";

/** Replaces a page that crashed while rendering. */
export function CrashPage() {
  usePageTitle(commonText.errors.crashTitle);
  return (
    <section className={styles.page}>
      <h1>{commonText.errors.crashTitle}</h1>
      <p>{commonText.errors.crash}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {commonText.errors.reload}
      </Button>
    </section>
  );
}
