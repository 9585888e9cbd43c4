import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { observer } from "mobx-react-lite";
import { useLoaderData, useSearchParams } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";
import { useStores } from "../../stores/use-stores.ts";

const labels = onboardingText.entries;

/** `/onboarding/entries ?entryId`: the first page of the latest journal; `entryId` is marked as just written. */
export const EntriesPage = observer(function EntriesPage() {
  const { journals, entries } = useStores();
  const { failure } = useLoaderData<{ failure: ApiFailure | null }>();
  const [query] = useSearchParams();
  const dateFormat = useDateFormat();
  const writtenEntryId = Number(query.get("entryId"));
  const journalId = journals.latest?.id;
  const page = journalId && entries.page({ journalId, view: "active", page: 1 });
  const pageEntries = page ? page.entryIds.flatMap((id) => entries.find(id) ?? []) : [];
  const hasEntries = pageEntries.length > 0;
  const isEmpty = !hasEntries && !failure;

  return (
    <OnboardingFrame
      step="onboarding/entries"
      heading={hasEntries ? labels.heading : labels.headingEmpty}
      lead={hasEntries ? labels.lead : isEmpty ? labels.leadEmpty : labels.leadUnknown}
    >
      {failure && <ScreenFailure failure={failure} stale={hasEntries} />}
      {hasEntries && (
        <ul className={styles.rows} aria-label={labels.label}>
          {pageEntries.map((entry) => (
            <li key={entry.id} aria-current={entry.id === writtenEntryId || undefined}>
              <div className={styles.date}>
                <time dateTime={entry.local_date}>{formatLocalDate(entry.local_date, dateFormat)}</time>
                {entry.id === writtenEntryId && <span>{labels.justWritten}</span>}
              </div>
              <h2>{entry.title.trim() || commonText.entries.untitled}</h2>
              <p>{entry.excerpt || commonText.entries.noText}</p>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.actions}>
        <ButtonLink to="/onboarding/journal" variant={isEmpty ? "secondary" : "primary"}>
          {onboardingText.next}
        </ButtonLink>
        {isEmpty && (
          <ButtonLink to="/onboarding/write" variant="primary">
            {labels.write}
          </ButtonLink>
        )}
      </p>
    </OnboardingFrame>
  );
});
