import type { CallName } from "@daybook/domain/contract/paths";
import { accountRows } from "./contract-rows/account-rows.ts";
import { entryRows } from "./contract-rows/entry-rows.ts";
import { journalRows } from "./contract-rows/journal-rows.ts";
import { reminderRows } from "./contract-rows/reminder-rows.ts";
import type { Rows } from "./contract-rows/row.ts";
import { searchRows } from "./contract-rows/search-rows.ts";

export type { PersonIds } from "./contract-rows/row.ts";

/** The test requests of every call. A call without a row does not compile. */
export const rows: Rows<CallName> = {
  ...accountRows,
  ...journalRows,
  ...entryRows,
  ...searchRows,
  ...reminderRows,
};
