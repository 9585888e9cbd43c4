import { AlignJustify, List, Rows3 } from "lucide-react";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { listCopy } from "../list-copy.ts";
import { type ListLayout, listLayouts } from "../list-layout.ts";
import styles from "./layout-choice.module.css";

const icons = { comfortable: Rows3, compact: List, titles: AlignJustify } as const;

/** How much of each entry the list shows. */
export function LayoutChoice({
  layout,
  onChoose,
}: {
  layout: ListLayout;
  onChoose: (layout: ListLayout) => void;
}) {
  return (
    <div className={styles.choice} role="group" aria-label={listCopy.layoutLabel}>
      {listLayouts.map((known) => {
        const Icon = icons[known];
        return (
          <IconButton
            key={known}
            label={listCopy.layouts[known]}
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
