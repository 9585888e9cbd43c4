import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { PublicEntry } from "@daybook/domain/contract/sharing";
import { useLoaderData } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { SafeHtml } from "../../shared/ui/safe-html.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { publicEntryText as labels } from "./public-entry-text.ts";
import { classNames } from "../../shared/ui/class-names.ts";
import entryTextStyles from "../../shared/ui/entry-text.module.css";
import styles from "./public-entry-page.module.css";

/** The loader data of a public link; `notShared` when the link leads to no shared entry. */
export type ResolvedPublicEntry =
  | { readonly kind: "entry"; readonly entry: PublicEntry }
  | { readonly kind: "notShared" }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/** Moves the h1 and h2 of the text one level down: the title of the page must be the only h1. */
const lowerHeadings = (html: string): string =>
  html.replace(/<(\/?)h([12])\b/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`);

function SharedEntry({ entry }: { entry: PublicEntry }) {
  const title = entry.title || labels.untitled;
  usePageTitle(title);
  return (
    <article className={styles.page}>
      <header>
        <time className={styles.date} dateTime={entry.local_date}>
          {formatLocalDate(entry.local_date, entry.date_format)}
        </time>
        <h1 className={styles.title}>{title}</h1>
      </header>
      {entry.html_body === "" ? (
        <p className={styles.empty}>{labels.empty}</p>
      ) : (
        <div className={classNames(entryTextStyles.text, styles.text)}>
          <SafeHtml html={lowerHeadings(entry.html_body)} />
        </div>
      )}
      <p className={styles.shared}>{labels.shared}</p>
    </article>
  );
}

function NotShared() {
  usePageTitle(labels.notSharedTitle);
  return (
    <section className={styles.notShared}>
      <h1>{labels.notSharedTitle}</h1>
      <p>{labels.notShared}</p>
      <ButtonLink to="/" variant="primary">
        {labels.home}
      </ButtonLink>
    </section>
  );
}

function EntryFailure({ failure }: { failure: ApiFailure }) {
  usePageTitle(labels.title);
  return <ScreenFailure failure={failure} />;
}

/** `/public/:slug`: a shared entry, for anyone with the link. */
export function PublicEntryPage() {
  const resolvedEntry = useLoaderData<ResolvedPublicEntry>();
  if (resolvedEntry.kind === "entry") return <SharedEntry entry={resolvedEntry.entry} />;
  return resolvedEntry.kind === "notShared" ? (
    <NotShared />
  ) : (
    <EntryFailure failure={resolvedEntry.failure} />
  );
}
