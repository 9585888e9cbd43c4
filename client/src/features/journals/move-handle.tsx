import { GripVertical } from "lucide-react";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import styles from "./move-handle.module.css";
import { journalsText } from "./journals-text.ts";
import type { MoveProps } from "./use-arrange.ts";

/** The handle that moves a journal with the arrow keys. Dragging is handled by the card or row around it, with `moveProps.itemProps`. */
export function MoveHandle({ name, moveProps }: { name: string; moveProps: MoveProps }) {
  return (
    <IconButton
      className={styles.handle}
      label={journalsText.arrange.handle(name)}
      aria-description={journalsText.arrange.hint}
      onKeyDown={moveProps.onHandleKey}
    >
      <GripVertical size={18} aria-hidden />
    </IconButton>
  );
}
