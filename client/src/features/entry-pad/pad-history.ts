import type { Entry } from "@daybook/domain/contract/entries";
import type { ComponentType } from "react";

/** What the pad tells a history sheet. The sheet itself comes from outside: features do not know each other. */
export type PadHistoryProps = {
  journalId: number;
  entryId: number;
  /** no version may take the place of what is there */
  readOnly: boolean;
  onClose: () => void;
  /** saves what is unsaved; a version is only restored when that is true */
  flush: () => Promise<boolean>;
  /** the entry is now what the version was */
  onRestored: (entry: Entry) => void;
};

/** A history sheet, shown while it is rendered. */
export type PadHistory = ComponentType<PadHistoryProps>;
