import type { Journal } from "@daybook/domain/contract/journals";
import { type JournalOrder, journalOrders } from "@daybook/domain/contract/settings-values";
import { LayoutGrid, List } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { JournalCard } from "./journal-card.tsx";
import { JournalRows } from "./journal-rows.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { shelfCopy } from "./shelf-copy.ts";
import { readShelfView, type ShelfView, shelfViews, writeShelfView } from "./shelf-view.ts";
import styles from "./shelf.module.css";
import { useArrange } from "./use-arrange.ts";

const icons = { shelf: LayoutGrid, list: List } as const;

function Views({ view, onChoose }: { view: ShelfView; onChoose: (view: ShelfView) => void }) {
  return (
    <div className={styles.views} role="group" aria-label={shelfCopy.views.label}>
      {shelfViews.map((own) => {
        const Icon = icons[own];
        return (
          <button
            key={own}
            type="button"
            className={styles.view}
            aria-pressed={own === view}
            onClick={() => onChoose(own)}
          >
            <Icon size={16} aria-hidden />
            {shelfCopy.views[own]}
          </button>
        );
      })}
    </div>
  );
}

const Order = observer(function Order() {
  const { journals, settings } = useServices();
  const toasts = useToasts();
  const id = useId();
  const change = async (order: JournalOrder) => {
    const result = await settings.change("changeJournalOrder", { order });
    if (result.ok) await journals.load();
    else toasts.show(result.message);
  };
  return (
    <div className={styles.order}>
      <label htmlFor={id}>{shelfCopy.order}</label>
      <select
        id={id}
        className={styles.select}
        value={settings.settings?.journal_order ?? "custom"}
        onChange={({ target }) => {
          const chosen = journalOrders[target.selectedIndex];
          if (chosen) void change(chosen);
        }}
      >
        {journalOrders.map((order) => (
          <option key={order} value={order}>
            {shelfCopy.orders[order]}
          </option>
        ))}
      </select>
    </div>
  );
});

/** All journals, as covers or as rows, in the order that their owner likes. */
export function Shelf({ all, lockSlot }: { all: readonly Journal[]; lockSlot: LockSlot }) {
  const [view, setView] = useState(readShelfView);
  const { placeOf, said } = useArrange(all);
  const [only] = all;
  if (all.length === 1 && only) {
    return (
      <ul>
        <JournalCard journal={only} lockSlot={lockSlot} place={null} alone />
      </ul>
    );
  }
  const items = all.map((journal, index) => ({ journal, lockSlot, place: placeOf(index) }));
  return (
    <>
      <div className={styles.bar}>
        <Views
          view={view}
          onChoose={(chosen) => {
            setView(chosen);
            writeShelfView(chosen);
          }}
        />
        <Order />
      </div>
      {view === "list" ? (
        <JournalRows items={items} />
      ) : (
        <ul className={styles.shelf}>
          {items.map((item) => (
            <JournalCard key={item.journal.id} {...item} />
          ))}
        </ul>
      )}
      <output className="visually-hidden">{said}</output>
    </>
  );
}
