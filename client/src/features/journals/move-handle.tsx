import { GripVertical } from "lucide-react";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import styles from "./move-handle.module.css";
import { shelfCopy } from "./shelf-copy.ts";
import type { Place } from "./use-arrange.ts";

/** Moves a journal: dragged with all that it belongs to, or by the arrow keys. */
export function MoveHandle({ name, place }: { name: string; place: Place }) {
  return (
    <IconButton
      className={styles.handle}
      label={shelfCopy.arrange.handle(name)}
      aria-description={shelfCopy.arrange.how}
      onKeyDown={place.onHandleKey}
    >
      <GripVertical size={18} aria-hidden />
    </IconButton>
  );
}
