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
      {listLayouts.map((layoutOption) => {
        const Icon = icons[layoutOption];
        return (
          <IconButton
            key={layoutOption}
            label={listText.layouts[layoutOption]}
            aria-pressed={layoutOption === layout}
            onClick={() => onChoose(layoutOption)}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        );
      })}
    </div>
  );
}
