import { ArrowLeft } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router";
import { dayOfInstant } from "../../../shared/dates.ts";
import { lastListPath } from "../../../shared/last-list.ts";
import { usePageTitle } from "../../../shared/page-title.ts";
import { useServices } from "../../../shared/services.ts";
import { ScreenFailure } from "../../../shared/ui/screen-failure.tsx";
import { calendarText } from "./calendar-text.ts";
import { classNames } from "../../../shared/ui/class-names.ts";
import subpageStyles from "../../../shared/ui/subpage.module.css";
import styles from "./calendar-page.module.css";
import { type Month, monthAfter } from "./month.ts";
import { MonthGrid } from "./month-grid.tsx";
import { MonthPicker, monthName } from "./month-picker.tsx";
import type { ResolvedCalendar } from "./resolve-calendar.ts";
import { useStores } from "../../../stores/use-stores.ts";

/** The navigation state after the month was changed by keyboard inside the grid. It keeps the focus in the grid. */
const focusInGridState = { focusInGrid: true };

function useFocusInGrid(): void {
  const { state, key } = useLocation() as { state: typeof focusInGridState | null; key: string };
  useEffect(() => {
    if (!state?.focusInGrid) return;
    // Runs after the layout moved the focus to the page's heading.
    const frame = requestAnimationFrame(() => {
      const grid = document.querySelector<HTMLElement>("[data-calendar]");
      (grid?.querySelector<HTMLElement>("a[tabindex='0']") ?? grid)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [state, key]);
}

/** `/journals/:id/calendar?month`: a month of the journal, with the days that have entries. */
export const CalendarPage = observer(function CalendarPage() {
  const { journalId, calendar, failure } = useLoaderData<ResolvedCalendar>();
  const { clock } = useServices();
  const { journals } = useStores();
  const navigate = useNavigate();
  const name = calendar?.journalName ?? journals.find(journalId)?.name;
  usePageTitle(name ? calendarText.titleOf(name) : calendarText.title);
  useFocusInGrid();
  const path = (month: Month): string => `/journals/${journalId}/calendar?month=${month}`;
  const hasEntries = calendar && Object.keys(calendar.days).some((day) => day.startsWith(calendar.month));

  return (
    <div className={classNames(subpageStyles.page, styles.page)}>
      <Link className={subpageStyles.back} to={lastListPath(journalId)}>
        <ArrowLeft size={16} aria-hidden />
        {name ?? calendarText.back}
      </Link>
      <h1>{calendarText.title}</h1>
      {failure && <ScreenFailure failure={failure} />}
      {calendar && (
        <>
          <MonthPicker calendar={calendar} path={path} onShow={(month) => void navigate(path(month))} />
          <MonthGrid
            key={calendar.month}
            journalId={journalId}
            month={calendar.month}
            caption={monthName(calendar.month)}
            days={calendar.days}
            today={dayOfInstant(clock.now())}
            onChangeMonth={(months) => {
              const targetMonth = monthAfter(calendar.month, months);
              if (targetMonth) void navigate(path(targetMonth), { state: focusInGridState });
            }}
          />
          <p className={styles.note}>{hasEntries ? calendarText.keyHint : calendarText.none}</p>
        </>
      )}
    </div>
  );
});
