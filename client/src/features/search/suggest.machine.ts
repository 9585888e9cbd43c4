import type { Reply } from "@daybook/domain/contract/contract";
import { assign, fromPromise, setup } from "xstate";

/** What a search found while it was typed, and for which words. */
export type Suggested = { readonly text: string; readonly found: Reply<"search"> };

type Context = {
  /** what stands in the field, without the space around it */
  text: string;
  /** what was found last; it stays until something else is */
  answer: Suggested | null;
};

/** How long the fingers rest before the server is asked. Milliseconds. */
const quiet = 200;

/**
 * Searches while somebody types: once the fingers rest, and never for words that stand there no more. What is on its way is
 * called off by the next letter.
 */
export const suggestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: "text.changed"; text: string },
    tags: {} as "busy",
  },
  actors: {
    search: fromPromise<Reply<"search">, { text: string }>(() =>
      Promise.reject(new Error("search is not provided")),
    ),
  },
  guards: {
    "is blank": ({ event }) => event.text.trim() === "",
    "is the same": ({ context, event }) => context.text === event.text.trim(),
  },
  actions: {
    "note the text": assign({ text: ({ event }) => event.text.trim() }),
    "forget all": assign({ text: "", answer: null }),
    "forget what was found": assign({ answer: null }),
  },
  delays: { quiet },
}).createMachine({
  id: "suggest",
  context: { text: "", answer: null },
  initial: "idle",
  on: {
    "text.changed": [
      { guard: "is blank", target: ".idle", actions: "forget all" },
      { guard: "is the same" },
      { target: ".waiting", actions: "note the text" },
    ],
  },
  states: {
    idle: {},
    waiting: { tags: "busy", after: { quiet: "asking" } },
    asking: {
      tags: "busy",
      invoke: {
        src: "search",
        input: ({ context: { text } }) => ({ text }),
        onDone: {
          target: "shown",
          actions: assign({ answer: ({ context: { text }, event }) => ({ text, found: event.output }) }),
        },
        onError: { target: "failed", actions: "forget what was found" },
      },
    },
    shown: {},
    failed: {},
  },
});
