import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { useFetched } from "../../../shared/use-fetched.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Select } from "../../../shared/ui/select.tsx";
import { textOf } from "../../../shared/ui/use-form-action.ts";
import type { EntriesPageKey, EntriesTime } from "../../../stores/entries.store.ts";
import { listText } from "../list-text.ts";
import { isDay } from "../../../shared/dates.ts";
import { listPath, orders, times } from "../list-path.ts";
import styles from "./list-filters.module.css";

const labels = listText.filter;

/** The start and end date of a range; one of them is enough. */
function DateRangeForm({
  pageKey,
  onShow,
}: {
  pageKey: EntriesPageKey;
  onShow: (from: string, to: string) => void;
}) {
  const id = useId();
  const [hasError, setHasError] = useState(false);
  return (
    <form
      className={styles.days}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const [from, to] = [textOf(fields, "from"), textOf(fields, "to")];
        const hasDay = isDay(from) || isDay(to);
        setHasError(!hasDay);
        if (hasDay) onShow(from, to);
      }}
    >
      {(["from", "to"] as const).map((name) => (
        <div key={name} className={styles.choice}>
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            type="date"
            min="0001-01-01"
            max="9999-12-31"
            defaultValue={name === "from" ? pageKey.timeStart : pageKey.timeEnd}
            aria-invalid={hasError || undefined}
            aria-describedby={hasError ? `${id}-error` : undefined}
          />
        </div>
      ))}
      <Button type="submit">{labels.show}</Button>
      {hasError && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {labels.dayMissing}
        </p>
      )}
    </form>
  );
}

/** The tags of the journal, and the tag from the URL even if the journal no longer has it. */
function TagSelect({ pageKey, onChoose }: { pageKey: EntriesPageKey; onChoose: (tag: string) => void }) {
  const loaderData: unknown = useLoaderData();
  // When the list was loaded again, the loader data has changed. Then the tags are loaded again too, because they may have changed.
  const { data } = useFetched("listTags", { query: { journal_id: String(pageKey.journalId) } }, loaderData);
  const tags = data?.tags.map(({ tag }) => tag) ?? [];
  const usedTags = tags.filter(({ id, total_entries: total }) => total > 0 || String(id) === pageKey.tag);
  if (usedTags.length === 0 && pageKey.tag === undefined) return null;
  const isListed = pageKey.tag === undefined || usedTags.some(({ id }) => String(id) === pageKey.tag);
  return (
    <Select label={labels.tag} value={pageKey.tag ?? ""} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{labels.anyTag}</option>
      {!isListed && <option value={pageKey.tag}>{labels.unknownTag}</option>}
      {usedTags.map(({ id, name, total_entries: total }) => (
        <option key={id} value={id}>
          {labels.tagOption(name, total)}
        </option>
      ))}
    </Select>
  );
}

/** The filters and the sort order of a list. They are stored in the URL. */
export const ListFilters = observer(function ListFilters({ pageKey }: { pageKey: EntriesPageKey }) {
  const navigate = useNavigate();
  const [asksForDays, setAsksForDays] = useState(false);
  const { time = "all", timeStart: _, timeEnd: __, ...keyWithoutTime } = { ...pageKey, page: 1 };
  const navigateTo = (newKey: EntriesPageKey): void => void navigate(listPath(newKey));
  const chooseTime = (time: EntriesTime): void => {
    setAsksForDays(time === "custom");
    if (time !== "custom") navigateTo({ ...keyWithoutTime, time });
  };
  const selectedTime = asksForDays ? "custom" : time;
  return (
    <div className={styles.filters} role="group" aria-label={labels.label}>
      <Select
        label={labels.time}
        value={selectedTime}
        onChange={(event) => chooseTime(times.find((candidate) => candidate === event.target.value) ?? "all")}
      >
        {times.map((timeOption) => (
          <option key={timeOption} value={timeOption}>
            {labels.times[timeOption]}
          </option>
        ))}
      </Select>
      <TagSelect
        pageKey={pageKey}
        onChoose={(tag) => {
          const { tag: _tag, ...keyWithoutTag } = { ...pageKey, page: 1 };
          navigateTo({ ...keyWithoutTag, ...(tag !== "" && { tag }) });
        }}
      />
      <Select
        label={labels.order}
        value={pageKey.order ?? "created"}
        onChange={(event) =>
          navigateTo({
            ...pageKey,
            page: 1,
            order: orders.find((candidate) => candidate === event.target.value) ?? "created",
          })
        }
      >
        {orders.map((orderOption) => (
          <option key={orderOption} value={orderOption}>
            {labels.orders[orderOption]}
          </option>
        ))}
      </Select>
      {selectedTime === "custom" && (
        <DateRangeForm
          key={`${pageKey.timeStart}/${pageKey.timeEnd}`}
          pageKey={pageKey}
          onShow={(from, to) => {
            setAsksForDays(false);
            const range = { ...(isDay(from) && { timeStart: from }), ...(isDay(to) && { timeEnd: to }) };
            navigateTo({ ...keyWithoutTime, time: "custom", ...range });
          }}
        />
      )}
    </div>
  );
});
