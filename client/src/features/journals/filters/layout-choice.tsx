import { AlignJustify, List, Rows3 } from "lucide-react";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { listText } from "../list-text.ts";
import { type ListLayout, listLayouts } from "../list-layout.ts";
import styles from "./layout-choice.module.css";

const icons = { comfortable: Rows3, compact: List, titles: AlignJustify } as const;

/** Chooses how much of each entry the list shows. */
export function LayoutChoice({
  layout,
  onChoose,
}: {
  layout: ListLayout;
  onChoose: (layout: ListLayout) => void;
}) {
  return (
    <div className={styles.choice} role="group" aria-label={listText.layoutLabel}>
      {listLayouts.map((known) => {
        const Icon = icons[known];
        return (
          <IconButton
            key={known}
            label={listText.layouts[known]}
            aria-pressed={known === layout}
            onClick={() => onChoose(known)}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        );
      })}
    </div>
  );
}
