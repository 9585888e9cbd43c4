import type { Reply } from "@daybook/domain/contract/contract";
import { assign, fromPromise, setup } from "xstate";

/** The results of a search, with its query. */
export type SuggestedResults = { readonly text: string; readonly reply: Reply<"search"> };

type Context = {
  /** the trimmed text of the field */
  text: string;
  /** the latest results; they stay until the next ones arrive, the search fails, or the field is blank */
  answer: SuggestedResults | null;
};

/** How long to wait after the last keystroke, in milliseconds. */
const typingPauseMs = 200;

/** Searches while the user types, after a pause. A change of the trimmed text cancels the running request. */
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
    "is unchanged": ({ context, event }) => context.text === event.text.trim(),
  },
  actions: {
    "set text": assign({ text: ({ event }) => event.text.trim() }),
    "clear all": assign({ text: "", answer: null }),
    "clear results": assign({ answer: null }),
  },
  delays: { "typing pause": typingPauseMs },
}).createMachine({
  id: "suggest",
  context: { text: "", answer: null },
  initial: "idle",
  on: {
    "text.changed": [
      { guard: "is blank", target: ".idle", actions: "clear all" },
      { guard: "is unchanged" },
      { target: ".waiting", actions: "set text" },
    ],
  },
  states: {
    idle: {},
    waiting: { tags: "busy", after: { "typing pause": "searching" } },
    searching: {
      tags: "busy",
      invoke: {
        src: "search",
        input: ({ context: { text } }) => ({ text }),
        onDone: {
          target: "loaded",
          actions: assign({ answer: ({ context: { text }, event }) => ({ text, reply: event.output }) }),
        },
        onError: { target: "failed", actions: "clear results" },
      },
    },
    loaded: {},
    failed: {},
  },
});
