import { assign, not, sendTo, setup } from "xstate";
import * as autosave from "./autosave.ts";
import type {
  AutosaveContext,
  AutosaveEvent,
  AutosaveInput,
  ConflictResolution,
  SaveResult,
} from "./autosave-state.ts";
import { unprovidedActors, type DraftEvent } from "./autosave-actors.ts";

const unavailableError = { reason: "unavailable", message: "" } as const;
/** The results when an actor throws, which is a programming error. */
const failedSave: SaveResult = { type: "delayed", error: unavailableError, retryAfter: null };
const failedResolution: ConflictResolution = { type: "failed", error: unavailableError };

/**
 * Saves the writing of one pad. Every change stores a draft on the device. The writing is sent to the server after a pause in the changes.
 * Changes without a pause delay this at most for the delay "longest". The state is "clean" only when the server acknowledged exactly
 * what the pad shows, or when a new entry is still blank. No event cancels a save in progress.
 */
export const autosaveMachine = setup({
  types: { context: {} as AutosaveContext, events: {} as AutosaveEvent, input: {} as AutosaveInput },
  actors: unprovidedActors,
  delays: {
    quiet: autosave.delays.quiet,
    longest: autosave.delays.longest,
    backoff: ({ context }) => autosave.backoff(context),
  },
  guards: {
    unsaved: ({ context }) => autosave.isUnsaved(context),
    "is not created": ({ context }) => context.saved === null,
    "has conflict": ({ context }) => context.theirs !== null,
    "has attempt to repeat": ({ context }) => context.attempt !== null,
    "may retry immediately": ({ context }) => context.lastResult === "rebase" && context.failureCount < 5,
    "was refused": ({ context }) => context.lastResult === "refused",
    "may retry later": ({ context }) => context.lastResult === "delayed" || context.lastResult === "rebase",
    "logged out": ({ context }) => context.error?.reason === "logged_out",
    "a change may help": ({ context: { error } }) =>
      error?.reason === "too_long" || error?.reason === "invalid",
  },
  actions: {
    "apply change": assign(({ context, event }) =>
      event.type === "writing.changed" ? autosave.withChange(context, event.change) : {},
    ),
    "set current date": assign(({ context }) => autosave.withCurrentDate(context)),
    "replace writing": assign(({ context, event }) =>
      event.type === "entry.replaced" ? autosave.withReplacedWriting(context, event.saved) : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === "choice.made" ? autosave.withChoice(context, event.choice) : {},
    ),
    "store draft": sendTo("drafts", ({ context }): DraftEvent => ({
      type: "draft",
      draft: autosave.draftOf(context),
    })),
    "begin attempt": assign(({ context }) => ({ attempt: autosave.saveInputOf(context).attempt })),
    "apply result": assign(({ context }, result: SaveResult) => autosave.afterSave(context, result)),
    "apply resolution": assign(({ context }, resolution: ConflictResolution) =>
      autosave.afterResolve(context, resolution),
    ),
    "rebase mine": assign(({ context }) => autosave.rebase(context, context.theirs)),
    "reset retries": assign({ failureCount: 0, retryAfter: 0 }),
    "start as new entry": assign({ saved: null, attempt: null, error: null, failureCount: 0 }),
  },
}).createMachine({
  id: "autosave",
  context: ({ input }) => autosave.initialContext(input),
  invoke: [{ id: "drafts", src: "storeDraft" }, { src: "watchPage" }],
  initial: "deciding",
  on: {
    "draft.failed": { actions: assign({ canStoreDrafts: false }) },
    "draft.stored": { actions: assign({ canStoreDrafts: true }) },
    "writing.changed": { actions: ["apply change", "store draft"] },
  },
  states: {
    deciding: {
      entry: "store draft",
      always: [
        { guard: "has conflict", target: "conflict" },
        { guard: "may retry immediately", target: "saving" },
        { guard: "was refused", target: "refused" },
        { guard: "may retry later", target: "waiting" },
        { guard: "has attempt to repeat", target: "saving" },
        { guard: "unsaved", target: "dirty" },
        { target: "clean" },
      ],
    },
    clean: {
      on: {
        "writing.changed": { target: "deciding", actions: "apply change" },
        "entry.replaced": { target: "deciding", actions: "replace writing" },
        "entry.wanted": { guard: "is not created", target: "saving", actions: "set current date" },
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
            "writing.changed": { target: "typing", reenter: true, actions: ["apply change", "store draft"] },
          },
        },
      },
    },
    saving: {
      entry: ["begin attempt", "store draft"],
      invoke: {
        src: "saveEntry",
        input: ({ context }) => autosave.saveInputOf(context),
        onDone: {
          target: "deciding",
          actions: { type: "apply result", params: ({ event }) => event.output },
        },
        onError: { target: "deciding", actions: { type: "apply result", params: failedSave } },
      },
    },
    waiting: {
      after: { backoff: "saving" },
      on: {
        online: { target: "saving", actions: "reset retries" },
        "save.now": "saving",
      },
    },
    refused: {
      on: {
        "save.now": { target: "saving", actions: "reset retries" },
        "logged.in": { guard: "logged out", target: "saving", actions: "reset retries" },
        "saved.as.new": { target: "saving", actions: "start as new entry" },
        "writing.changed": [
          { guard: "a change may help", target: "deciding", actions: "apply change" },
          { actions: ["apply change", "store draft"] },
        ],
      },
    },
    conflict: {
      initial: "asking",
      states: {
        asking: {
          on: {
            "mine.kept": { target: "#autosave.saving", actions: "rebase mine" },
            "choice.made": { target: "resolving", actions: "choose" },
          },
        },
        resolving: {
          invoke: {
            src: "resolveConflict",
            input: ({ context }) => autosave.resolveInputOf(context),
            onDone: {
              target: "#autosave.deciding",
              actions: { type: "apply resolution", params: ({ event }) => event.output },
            },
            onError: {
              target: "#autosave.deciding",
              actions: { type: "apply resolution", params: failedResolution },
            },
          },
        },
      },
    },
  },
});
