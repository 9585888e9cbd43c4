import { assign, not, sendTo, setup } from "xstate";
import * as autosave from "./autosave.ts";
import type { Autosave, AutosaveEvent, AutosaveInput, Outcome, Settled } from "./autosave.ts";
import { absentActors, type DraftEvent } from "./autosave-actors.ts";

const trouble = { reason: "unavailable", message: "" } as const;
const broken: Outcome = { type: "delayed", trouble, retryAfter: null };
const unsettled: Settled = { type: "failed", trouble };

/**
 * Saves one page of writing: a draft on the device at every change, then the server after a pause, and "clean" only
 * once the server acknowledged exactly what the page shows. Nothing here cancels a save that is under way.
 */
export const autosaveMachine = setup({
  types: { context: {} as Autosave, events: {} as AutosaveEvent, input: {} as AutosaveInput },
  actors: absentActors,
  delays: {
    quiet: autosave.pauses.quiet,
    longest: autosave.pauses.longest,
    backoff: ({ context }) => autosave.backoff(context),
  },
  guards: {
    unsaved: ({ context }) => autosave.isUnsaved(context),
    "is not created": ({ context }) => context.saved === null,
    "theirs is known": ({ context }) => context.theirs !== null,
    "an act is unanswered": ({ context }) => context.act !== null,
    "may be sent again": ({ context }) => context.ended === "again" && context.failures < 5,
    "was refused": ({ context }) => context.ended === "refused",
    "did not arrive": ({ context }) => context.ended === "delayed" || context.ended === "again",
    "signed out": ({ context }) => context.trouble?.reason === "signed_out",
    "a change may help": ({ context: { trouble } }) =>
      trouble?.reason === "too_long" || trouble?.reason === "invalid",
  },
  actions: {
    "take in": assign(({ context, event }) =>
      event.type === "writing.changed" ? autosave.changed(context, event.change) : {},
    ),
    show: assign(({ context, event }) =>
      event.type === "entry.replaced" ? autosave.replaced(context, event.copy) : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === "choice.made" ? autosave.chosen(context, event.choice) : {},
    ),
    "keep draft": sendTo("drafts", ({ context }): DraftEvent => ({
      type: "draft",
      draft: autosave.draftOf(context),
    })),
    "begin an act": assign(({ context }) => ({ act: autosave.saveInputOf(context).act })),
    conclude: assign(({ context }, outcome: Outcome) => autosave.concluded(context, outcome)),
    settle: assign(({ context }, ending: Settled) => autosave.settled(context, ending)),
    "put mine on top": assign(({ context }) => autosave.onTop(context, context.theirs)),
    "start over": assign({ failures: 0, retryAfter: 0 }),
    "begin anew": assign({ saved: null, act: null, trouble: null, failures: 0 }),
  },
}).createMachine({
  id: "autosave",
  context: ({ input }) => autosave.openAutosave(input),
  invoke: [{ id: "drafts", src: "keepDraft" }, { src: "watchPage" }],
  initial: "deciding",
  on: {
    "draft.failed": { actions: assign({ draftKept: false }) },
    "draft.kept": { actions: assign({ draftKept: true }) },
    "writing.changed": { actions: ["take in", "keep draft"] },
  },
  states: {
    deciding: {
      entry: "keep draft",
      always: [
        { guard: "theirs is known", target: "conflict" },
        { guard: "may be sent again", target: "saving" },
        { guard: "was refused", target: "refused" },
        { guard: "did not arrive", target: "waiting" },
        { guard: "an act is unanswered", target: "saving" },
        { guard: "unsaved", target: "dirty" },
        { target: "clean" },
      ],
    },
    clean: {
      on: {
        "writing.changed": { target: "deciding", actions: "take in" },
        "entry.replaced": { target: "deciding", actions: "show" },
        "entry.wanted": { guard: "is not created", target: "saving" },
      },
    },
    dirty: {
      always: { guard: not("unsaved"), target: "clean" },
      after: { longest: "saving" },
      on: { "save.now": "saving", "page.hidden": "saving" },
      initial: "typing",
      states: {
        typing: {
          after: { quiet: "#autosave.saving" },
          on: {
            "writing.changed": { target: "typing", reenter: true, actions: ["take in", "keep draft"] },
          },
        },
      },
    },
    saving: {
      entry: ["begin an act", "keep draft"],
      invoke: {
        src: "saveEntry",
        input: ({ context }) => autosave.saveInputOf(context),
        onDone: {
          target: "deciding",
          actions: { type: "conclude", params: ({ event }) => event.output },
        },
        onError: { target: "deciding", actions: { type: "conclude", params: broken } },
      },
    },
    waiting: {
      after: { backoff: "saving" },
      on: {
        online: { target: "saving", actions: "start over" },
        "save.now": "saving",
      },
    },
    refused: {
      on: {
        "save.now": { target: "saving", actions: "start over" },
        "signed.in": { guard: "signed out", target: "saving", actions: "start over" },
        "saved.as.new": { target: "saving", actions: "begin anew" },
        "writing.changed": [
          { guard: "a change may help", target: "deciding", actions: "take in" },
          { actions: ["take in", "keep draft"] },
        ],
      },
    },
    conflict: {
      initial: "asking",
      states: {
        asking: {
          on: {
            "mine.kept": { target: "#autosave.saving", actions: "put mine on top" },
            "choice.made": { target: "settling", actions: "choose" },
          },
        },
        settling: {
          invoke: {
            src: "settleConflict",
            input: ({ context }) => autosave.settleInputOf(context),
            onDone: {
              target: "#autosave.deciding",
              actions: { type: "settle", params: ({ event }) => event.output },
            },
            onError: {
              target: "#autosave.deciding",
              actions: { type: "settle", params: unsettled },
            },
          },
        },
      },
    },
  },
});
