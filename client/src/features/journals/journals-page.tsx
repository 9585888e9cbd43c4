import { PenLine, Plus } from "lucide-react";
import { observer } from "mobx-react-lite";
import { type ComponentType, Suspense, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { JournalsNotice } from "./journals-notice.tsx";
import { DeletedJournals } from "./deleted-journals.tsx";
import { HelpMenu } from "./help-menu.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { NameDialog } from "./name-dialog.tsx";
import styles from "./journals-page.module.css";
import { OneJournalDialog } from "./one-journal-dialog.tsx";
import { OnThisDay } from "./on-this-day.tsx";
import { JournalCollection } from "./journal-collection.tsx";
import { journalsText } from "./journals-text.ts";
import { useCanCreateJournal } from "./use-can-create-journal.ts";
import { useStores } from "../../stores/use-stores.ts";

/** Components of other features that this page shows. */
export type JournalsPageSlots = {
  lockSlot: LockSlot;
  themePicker: ComponentType<{ onClose: () => void }>;
};

/** `?show_themes` opens the theme picker; closing it removes the parameter. */
function ThemePickerByUrl({ picker: Picker }: { picker: JournalsPageSlots["themePicker"] }) {
  const [query, setQuery] = useSearchParams();
  if (!query.has("show_themes")) return null;
  const close = () =>
    setQuery(
      (current) => {
        current.delete("show_themes");
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Suspense>
      <Picker onClose={close} />
    </Suspense>
  );
}

/** `/journals`: all journals. */
export const JournalsPage = observer(function JournalsPage({ lockSlot, themePicker }: JournalsPageSlots) {
  usePageTitle(commonText.journals.title);
  const { journals } = useStores();
  const { failure } = useLoaderData<{ failure: ApiFailure | null }>();
  // The dialog is chosen when the button is pressed, not on each render. Otherwise, as soon as the first journal of a free account exists,
  // the open name dialog would turn into the dialog about the limit of one journal.
  const [openDialog, setOpenDialog] = useState<"name" | "oneJournal" | null>(null);
  const canCreate = useCanCreateJournal();
  const openCreateDialog = () => setOpenDialog(canCreate ? "name" : "oneJournal");
  const closeDialog = () => setOpenDialog(null);
  const { all: journalList } = journals;

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{commonText.journals.title}</h1>
        {journalList && journalList.length > 0 && (
          <div className={styles.actions}>
            <Button icon={<Plus size={18} aria-hidden />} onClick={openCreateDialog}>
              {journalsText.create}
            </Button>
            {journalList.length > 1 && (
              <ButtonLink to="/journals/new-entry" variant="primary" icon={<PenLine size={18} aria-hidden />}>
                {commonText.journals.write}
              </ButtonLink>
            )}
            <HelpMenu tourJournalId={journals.latest?.id ?? null} />
          </div>
        )}
      </header>
      <JournalsNotice />
      {failure && <ScreenFailure failure={failure} stale={journalList !== null} />}
      {!journalList && !failure && <Skeleton lines={6} />}
      {journalList?.length === 0 && (
        <EmptyState title={journalsText.emptyTitle} detail={journalsText.empty}>
          <Button variant="primary" onClick={openCreateDialog}>
            {journalsText.create}
          </Button>
        </EmptyState>
      )}
      {journalList && journalList.length > 0 && (
        <>
          <OnThisDay
            visibilityKey={journalList
              .map(({ id, is_unlocked, looking_glass_status: status }) => `${id}${is_unlocked}${status}`)
              .join()}
          />
          <JournalCollection journalList={journalList} lockSlot={lockSlot} />
        </>
      )}
      {journalList && <DeletedJournals />}
      <OneJournalDialog open={openDialog === "oneJournal"} onClose={closeDialog} />
      <NameDialog
        open={openDialog === "name"}
        title={journalsText.create}
        description={journalsText.createLead}
        submitLabel={journalsText.createSubmit}
        onClose={closeDialog}
        save={(name) => journals.create(name)}
      />
      <ThemePickerByUrl picker={themePicker} />
    </div>
  );
});
