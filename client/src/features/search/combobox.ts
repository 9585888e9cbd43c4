import type { KeyboardEvent } from "react";

/** The state of the suggestion list, for the keys and the ARIA attributes of the search field in the header. */
export type Combobox = {
  /** the visible list; undefined while there is none */
  listId?: string;
  /** the option that Enter chooses */
  activeId?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
};
