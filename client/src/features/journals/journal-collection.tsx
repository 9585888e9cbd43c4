import type { Journal } from "@daybook/domain/contract/journals";
import { type JournalOrder, journalOrders } from "@daybook/domain/contract/settings-values";
import { LayoutGrid, List } from "lucide-react";
import { useId, useState } from "react";
import { useAtom } from "../../shared/atom.ts";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { JournalCard } from "./journal-card.tsx";
import { JournalRows } from "./journal-rows.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { journalsText } from "./journals-text.ts";
import { readJournalsView, type JournalsView, journalsViews, writeJournalsView } from "./journals-view.ts";
import styles from "./journal-collection.module.css";
import { useArrange } from "./use-arrange.ts";
import { useStores } from "../../stores/use-stores.ts";

const icons = { grid: LayoutGrid, list: List } as const;

function ViewSwitch({ view, onChoose }: { view: JournalsView; onChoose: (view: JournalsView) => void }) {
  return (
    <div className={styles.views} role="group" aria-label={journalsText.views.label}>
      {journalsViews.map((option) => {
        const Icon = icons[option];
        return (
          <button
            key={option}
            type="button"
            className={styles.view}
            aria-pressed={option === view}
            onClick={() => onChoose(option)}
          >
            <Icon size={16} aria-hidden />
            {journalsText.views[option]}
          </button>
        );
      })}
    </div>
  );
}

function OrderSelect() {
  const { settings } = useServices();
  const { journals } = useStores();
  const journalOrder = useAtom(settings.current)?.journal_order ?? "custom";
  const toasts = useToasts();
  const id = useId();
  const change = async (order: JournalOrder) => {
    const result = await settings.change("changeJournalOrder", { order });
    if (result.ok) await journals.load();
    else toasts.show(result.message);
  };
  return (
    <div className={styles.order}>
      <label htmlFor={id}>{journalsText.order}</label>
      <select
        id={id}
        className={styles.select}
        value={journalOrder}
        onChange={({ target }) => {
          const chosenOrder = journalOrders[target.selectedIndex];
          if (chosenOrder) void change(chosenOrder);
        }}
      >
        {journalOrders.map((order) => (
          <option key={order} value={order}>
            {journalsText.orders[order]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** All journals, as cards or as rows, in the user's order. */
export function JournalCollection({
  journalList,
  lockSlot,
}: {
  journalList: readonly Journal[];
  lockSlot: LockSlot;
}) {
  const [view, setView] = useState(readJournalsView);
  const { movePropsOf, announcement } = useArrange(journalList);
  const [onlyJournal] = journalList;
  if (journalList.length === 1 && onlyJournal) {
    return (
      <ul>
        <JournalCard journal={onlyJournal} lockSlot={lockSlot} moveProps={null} isOnlyJournal />
      </ul>
    );
  }
  const journalItems = journalList.map((journal, index) => ({
    journal,
    lockSlot,
    moveProps: movePropsOf(index),
  }));
  return (
    <>
      <div className={styles.bar}>
        <ViewSwitch
          view={view}
          onChoose={(chosenView) => {
            setView(chosenView);
            writeJournalsView(chosenView);
          }}
        />
        <OrderSelect />
      </div>
      {view === "list" ? (
        <JournalRows items={journalItems} />
      ) : (
        <ul className={styles.grid}>
          {journalItems.map((item) => (
            <JournalCard key={item.journal.id} {...item} />
          ))}
        </ul>
      )}
      <output className="visually-hidden">{announcement}</output>
    </>
  );
}
