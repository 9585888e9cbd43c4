import type { Rows } from "./row.ts";

/** The search. Free accounts cannot filter by journal, so a test with a paid account covers other people's journals. */
export const searchRows: Rows<"search"> = {
  search: {
    input: ({ journalId }) => ({ query: { query: "secret", journal: journalId } }),
    malformed: { input: () => ({ query: { query: "secret", page: "0" } }), status: 422 },
  },
};
