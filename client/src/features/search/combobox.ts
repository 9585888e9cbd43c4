import type { KeyboardEvent } from "react";

/** What the list below the header's field makes of the field: its keys, and how it is read out. */
export type Combobox = {
  /** the list that is shown; undefined while none is */
  listId?: string;
  /** the line in it that Enter chooses */
  activeId?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
};
