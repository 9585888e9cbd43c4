import { loader } from "@daybook/domain/contract/bounds";
import { not, setup, stateIn } from "xstate";

/** Routes that are faster than this show no loader. */
const loaderDelayMs = 200;

/**
 * The global loader while a route resolves: it appears after 200 ms and then stays for at least 750 ms. When a
 * route takes 150 seconds, the page reloads.
 */
export const loaderMachine = setup({
  types: { events: {} as { type: "resolving" } | { type: "resolved" }, tags: {} as "shown" },
  actions: { "reload the page": () => {} },
  guards: {
    "is resolved": stateIn({ active: { shown: "done" } }),
    "is unresolved": not(stateIn({ active: { shown: "done" } })),
  },
  delays: { "show after": loaderDelayMs, "at least": loader.minimum, "give up after": loader.reloadAfter },
}).createMachine({
  id: "loader",
  initial: "idle",
  states: {
    idle: { on: { resolving: "active" } },
    active: {
      initial: "pending",
      // After sleep, a computer runs all expired timers together, in any order. So this timer may run before "at least", although the
      // route has resolved. The guard then prevents the reload.
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
            // The route has resolved, and the loader stays until its minimum time is over.
            done: { on: { resolving: "waiting" } },
          },
        },
        // The minimum time is over, and the route is still unresolved.
        lasting: {
          tags: "shown",
          on: { resolved: "#loader.idle" },
        },
      },
    },
  },
});
