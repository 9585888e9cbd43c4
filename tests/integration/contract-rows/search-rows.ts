import type { Rows } from "./row.ts";

/** The search. A free account's `journal` is ignored, so a stranger's shows in its own test, which has a paid one. */
export const searchRows: Rows<"search"> = {
  search: {
    input: ({ journalId }) => ({ query: { query: "secret", journal: journalId } }),
    malformed: { input: () => ({ query: { query: "secret", page: "0" } }), status: 422 },
  },
};
