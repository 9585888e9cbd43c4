import { Plus, PenLine } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { DeletedJournals } from "./deleted-journals.tsx";
import { JournalCard } from "./journal-card.tsx";
import { NameDialog } from "./name-dialog.tsx";
import styles from "./journals-page.module.css";

/** `/journals`: every journal on a shelf. */
export const JournalsPage = observer(function JournalsPage() {
  usePageTitle(copy.journals.title);
  const { journals } = useServices();
  const { failure } = useLoaderData<{ failure: ApiFailure | null }>();
  const [naming, setNaming] = useState(false);
  const { all } = journals;

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{copy.journals.title}</h1>
        {all && all.length > 0 && (
          <div className={styles.actions}>
            <Button icon={<Plus size={18} aria-hidden />} onClick={() => setNaming(true)}>
              {copy.journals.create}
            </Button>
            {all.length > 1 && (
              <ButtonLink to="/journals/new-entry" variant="primary" icon={<PenLine size={18} aria-hidden />}>
                {copy.journals.write}
              </ButtonLink>
            )}
          </div>
        )}
      </header>
      {failure && <ScreenFailure failure={failure} stale={all !== null} />}
      {!all && !failure && <Skeleton lines={6} />}
      {all?.length === 0 && (
        <EmptyState title={copy.journals.emptyTitle} detail={copy.journals.empty}>
          <Button variant="primary" onClick={() => setNaming(true)}>
            {copy.journals.create}
          </Button>
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <ul className={all.length === 1 ? undefined : styles.shelf}>
          {all.map((journal) => (
            <JournalCard key={journal.id} journal={journal} alone={all.length === 1} />
          ))}
        </ul>
      )}
      {all && <DeletedJournals />}
      <NameDialog
        open={naming}
        title={copy.journals.create}
        description={copy.journals.createLead}
        submitLabel={copy.journals.createSubmit}
        onClose={() => setNaming(false)}
        save={(name) => journals.create(name)}
      />
    </div>
  );
});
