import type { Journal } from "@daybook/domain/contract/journals";
import { runInAction } from "mobx";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { moveItem } from "./move-item.ts";
import { journalsText } from "./journals-text.ts";
import { useStores } from "../../stores/use-stores.ts";

const stepsByKey: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** The props with which a person can move a journal: by dragging it, or with the keyboard on its handle. */
export type MoveProps = {
  readonly isDragged: boolean;
  /** on which side of this journal the dragged one would be dropped */
  readonly dropPosition: "before" | "after" | null;
  readonly itemProps: {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  readonly onHandleKey: (event: KeyboardEvent) => void;
};

/** Arranges the journals. A new order is shown immediately; when the call fails, the journals are loaded again. */
export function useArrange(journalList: readonly Journal[]) {
  const { settings } = useServices();
  const { journals } = useStores();
  const toasts = useToasts();
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null);
  const [dropIndex, setDropIndex] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState("");

  const move = async (from: number, to: number) => {
    const journal = journalList[from];
    if (!journal || from === to || to < 0 || to >= journalList.length) return;
    const newOrder = moveItem(journalList, from, to);
    setAnnouncement(journalsText.arrange.moved(journal.name, to + 1, journalList.length));
    runInAction(() => (journals.all = newOrder.map((item, position) => ({ ...item, position }))));
    const result = await settings.change("changeJournalOrder", { order: newOrder.map(({ id }) => id) });
    if (result.ok) return;
    toasts.show(result.message);
    await journals.load();
  };
  const endDrag = () => {
    setDraggedIndex(null);
    setDropIndex(null);
  };

  const movePropsOf = (index: number): MoveProps => ({
    isDragged: draggedIndex === index,
    dropPosition:
      dropIndex !== index || draggedIndex === null || draggedIndex === index
        ? null
        : draggedIndex < index
          ? "after"
          : "before",
    itemProps: {
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        // Firefox only drags elements with data.
        event.dataTransfer.setData("text/plain", "");
        setDraggedIndex(index);
      },
      onDragOver: (event) => {
        if (draggedIndex === null) return;
        event.preventDefault();
        setDropIndex(index);
      },
      onDrop: (event) => {
        event.preventDefault();
        if (draggedIndex !== null) void move(draggedIndex, index);
        endDrag();
      },
      onDragEnd: endDrag,
    },
    onHandleKey: (event) => {
      const step = stepsByKey[event.key];
      if (step === undefined) return;
      event.preventDefault();
      void move(index, index + step);
    },
  });
  return { movePropsOf, announcement };
}
