import type { Entry } from "@daybook/domain/contract/entries";
import type { ComponentType } from "react";

/** The props of the history sheet. The sheet is passed in, because features do not import each other. */
export type PadHistoryProps = {
  journalId: number;
  entryId: number;
  /** versions cannot replace the current text */
  readOnly: boolean;
  /** the entry has its own lock */
  hasLock: boolean;
  onClose: () => void;
  /** saves unsaved changes; a version replaces the text only when this returns true */
  flush: () => Promise<boolean>;
  /** called with the entry after a version replaced its text */
  onRestored: (entry: Entry) => void;
};

/** The history sheet. It has no `open` prop: it is open as long as it is rendered. */
export type PadHistory = ComponentType<PadHistoryProps>;
