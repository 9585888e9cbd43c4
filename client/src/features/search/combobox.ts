import type { KeyboardEvent } from "react";

/** The state of the suggestion list that the header's search field needs: for its keys and its ARIA attributes. */
export type Combobox = {
  /** the visible list; undefined while there is none */
  listId?: string;
  /** the option that Enter chooses */
  activeId?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
};
