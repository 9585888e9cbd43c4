import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import type { JournalRow } from "@daybook/read-models/tables";
import type { ShownLock } from "../access/lock-gate.ts";

/** How a journal looks, as it is stored. What applies of it depends on the membership of its owner. */
export type JournalLook = ComposeSettings & Pick<JournalRow, "id" | "cover"> & { readonly isPaid: boolean };

/** A journal as its owner sees it from outside. */
export type JournalView = JournalLook & {
  readonly clearName: string;
  readonly classroom: JournalRow["classroom"];
  readonly position: number;
  readonly createdAt: string;
  readonly trashedAt: string | null;
  readonly activeEntries: number;
  readonly trashedEntries: number;
  readonly lastUpdate: string | null;
  readonly lastEntryId: number | null;
  readonly lock: ShownLock | null;
};
