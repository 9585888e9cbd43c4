import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import type { JournalRow } from "@daybook/read-models/tables";
import type { LockView } from "../access/lock-gate.ts";

/** The stored look of a journal. While the owner's tier is free, replies replace its paid settings and cover with the default ones. */
export type JournalLook = ComposeSettings &
  Pick<JournalRow, "id" | "cover"> & {
    /** True while the owner's tier is PRO or PRO plus. */
    readonly isPaid: boolean;
  };

/** A journal for its owner, without its entries. */
export type JournalView = JournalLook & {
  readonly plaintextName: string;
  readonly classroom: JournalRow["classroom"];
  readonly position: number;
  readonly createdAt: string;
  readonly trashedAt: string | null;
  readonly activeEntries: number;
  readonly trashedEntries: number;
  readonly lastUpdate: string | null;
  readonly lastEntryId: number | null;
  readonly lock: LockView | null;
  /** True when Looking Glass is on for the journal and for the account. */
  readonly isInLookingGlass: boolean;
};
