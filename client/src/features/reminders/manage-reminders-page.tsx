import { useSelector } from "@xstate/react";
import { ArrowLeft } from "lucide-react";
import { Link, useLoaderData } from "react-router";
import { loginPath } from "../../shared/site-paths.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { RemindersPanel } from "../../shared/reminders/reminders-panel.tsx";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import subpageStyles from "../../shared/ui/subpage.module.css";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import styles from "./manage-reminders-page.module.css";
import { manageRemindersText as labels } from "./manage-reminders-text.ts";
import type { ResolvedReminders } from "./resolve-reminders.ts";

/** Says that the account has no such journal. The link to login logs out, because the journal may be in another account. */
function JournalNotFound() {
  const { sessionActor } = useServices();
  const email = useSelector(sessionActor, ({ context }) => context.session?.user.email ?? "");
  const { heading, detail, account, back } = labels.notFound;
  return (
    <section className={styles.notFound}>
      <h1>{heading}</h1>
      <p>{detail}</p>
      <p>{account(email)}</p>
      <ButtonLink
        to={loginPath(null)}
        variant="primary"
        onClick={(event) => {
          event.preventDefault();
          sessionActor.send({ type: "logout" });
        }}
      >
        {back}
      </ButtonLink>
    </section>
  );
}

function titleOf({ journal, failure }: ResolvedReminders): string {
  if (journal) return labels.title(journal.name);
  return failure ? labels.plainTitle : labels.notFound.heading;
}

/**
 * `/app/manage-reminders/:id`: the reminders of a journal. E-mails link to this page, and people read e-mails on phones. So the page also
 * works on phones, without the link to the journal.
 */
export function ManageRemindersPage() {
  const { journal, failure } = useLoaderData<ResolvedReminders>();
  const { isMobile } = useServices();
  usePageTitle(titleOf({ journal, failure }));
  if (failure) return <ScreenFailure failure={failure} />;
  if (!journal) return <JournalNotFound />;
  return (
    <div className={styles.page}>
      {!isMobile && (
        <Link className={subpageStyles.back} to={`/journals/${journal.id}`}>
          <ArrowLeft size={16} aria-hidden />
          {journal.name}
        </Link>
      )}
      <h1>{labels.title(journal.name)}</h1>
      <p className={styles.lead}>{journal.trashed_at === null ? labels.lead : labels.inTrash}</p>
      {journal.trashed_at === null && <RemindersPanel key={journal.id} journalId={journal.id} />}
    </div>
  );
}
