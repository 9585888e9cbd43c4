import { PenLine, Plus } from "lucide-react";
import { observer } from "mobx-react-lite";
import { type ComponentType, Suspense, useState } from "react";
import { useLoaderData, useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { ArrivalNotice } from "./arrival-notice.tsx";
import { DeletedJournals } from "./deleted-journals.tsx";
import { HelpMenu } from "./help-menu.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { NameDialog } from "./name-dialog.tsx";
import styles from "./journals-page.module.css";
import { OnThisDay } from "./on-this-day.tsx";
import { Shelf } from "./shelf.tsx";
import { shelfCopy } from "./shelf-copy.ts";

/** What other features bring to the shelf. */
export type ShelfSlots = {
  lockSlot: LockSlot;
  /** where a theme is chosen */
  themePicker: ComponentType<{ onClose: () => void }>;
};

/** `?show_themes` opens the theme picker; closing it takes that out of the address. */
function ThemesAsked({ picker: Picker }: { picker: ShelfSlots["themePicker"] }) {
  const [query, setQuery] = useSearchParams();
  if (!query.has("show_themes")) return null;
  const close = () =>
    setQuery(
      (before) => {
        before.delete("show_themes");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Suspense>
      <Picker onClose={close} />
    </Suspense>
  );
}

/** `/journals`: every journal on a shelf. */
export const JournalsPage = observer(function JournalsPage({ lockSlot, themePicker }: ShelfSlots) {
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
              {shelfCopy.create}
            </Button>
            {all.length > 1 && (
              <ButtonLink to="/journals/new-entry" variant="primary" icon={<PenLine size={18} aria-hidden />}>
                {copy.journals.write}
              </ButtonLink>
            )}
            <HelpMenu tourOf={journals.latest?.id ?? null} />
          </div>
        )}
      </header>
      <ArrivalNotice />
      {failure && <ScreenFailure failure={failure} stale={all !== null} />}
      {!all && !failure && <Skeleton lines={6} />}
      {all?.length === 0 && (
        <EmptyState title={shelfCopy.emptyTitle} detail={shelfCopy.empty}>
          <Button variant="primary" onClick={() => setNaming(true)}>
            {shelfCopy.create}
          </Button>
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <>
          <OnThisDay opened={all.map(({ id, is_unlocked }) => `${id}${is_unlocked}`).join()} />
          <Shelf all={all} lockSlot={lockSlot} />
        </>
      )}
      {all && <DeletedJournals />}
      <NameDialog
        open={naming}
        title={shelfCopy.create}
        description={shelfCopy.createLead}
        submitLabel={shelfCopy.createSubmit}
        onClose={() => setNaming(false)}
        save={(name) => journals.create(name)}
      />
      <ThemesAsked picker={themePicker} />
    </div>
  );
});
