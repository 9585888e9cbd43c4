import type { Rows } from "./row.ts";

/**
 * The search. The row names no status for other people's journals: these accounts are free, and the filter by journal needs PRO.
 * `search.int.test.ts` tests this filter with a paid account.
 */
export const searchRows: Rows<"search"> = {
  search: {
    input: ({ journalId }) => ({ query: { query: "secret", journal: journalId } }),
    malformed: { input: () => ({ query: { query: "secret", page: "0" } }), status: 422 },
  },
};
