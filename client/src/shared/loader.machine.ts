import { loader } from "@daybook/domain/contract/bounds";
import { not, setup, stateIn } from "xstate";

/** Quick routes show no loader at all. */
const showAfter = 200;

/**
 * The global loader while a route resolves: shown after a moment, then for at least 750 ms; a route that takes
 * 150 seconds loads the page again.
 */
export const loaderMachine = setup({
  types: { events: {} as { type: "resolving" } | { type: "resolved" }, tags: {} as "shown" },
  actions: { "reload the page": () => {} },
  guards: {
    "is resolved": stateIn({ active: { shown: "done" } }),
    "is unresolved": not(stateIn({ active: { shown: "done" } })),
  },
  delays: { "show after": showAfter, "at least": loader.minimum, "give up after": loader.reloadAfter },
}).createMachine({
  id: "loader",
  initial: "idle",
  states: {
    idle: { on: { resolving: "active" } },
    active: {
      initial: "pending",
      // A computer that wakes from sleep runs every timer at once, in whatever order.
      after: { "give up after": { guard: "is unresolved", actions: "reload the page" } },
      states: {
        pending: {
          on: { resolved: "#loader.idle" },
          after: { "show after": "shown" },
        },
        shown: {
          tags: "shown",
          initial: "waiting",
          after: {
            "at least": [{ guard: "is resolved", target: "#loader.idle" }, { target: "lasting" }],
          },
          states: {
            waiting: { on: { resolved: "done" } },
            done: { on: { resolving: "waiting" } },
          },
        },
        lasting: {
          tags: "shown",
          on: { resolved: "#loader.idle" },
        },
      },
    },
  },
});
