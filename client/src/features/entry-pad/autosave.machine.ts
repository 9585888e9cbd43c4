import { assign, fromCallback, fromPromise, not, sendTo, setup } from "xstate";
import {
  type Autosave,
  type AutosaveEvent,
  type AutosaveInput,
  backoff,
  changed,
  type Choice,
  chosen,
  concluded,
  type Draft,
  draftOf,
  isUnsaved,
  onTop,
  openAutosave,
  type Outcome,
  pauses,
  replaced,
  type SaveInput,
  settled,
  type Settled,
  type SettleInput,
} from "./autosave.ts";
import type { Copy, Writing } from "./writing.ts";

/** Told whenever what has to lie on the device changes. */
export type DraftEvent = { type: "draft"; draft: Draft | null };

const notProvided = (name: string) => new Error(`the actor ${name} is not provided`);
const refuses = (name: string) => () => {
  throw notProvided(name);
};
const broken: Outcome = { type: "delayed", trouble: { reason: "unavailable", message: "" }, retryAfter: null };

/**
 * Saves one page of writing: a draft on the device at every change, then the server after a pause, and "clean" only
 * once the server acknowledged exactly what the page shows. Nothing here cancels a save that is under way.
 */
export const autosaveMachine = setup({
  types: { context: {} as Autosave, events: {} as AutosaveEvent, input: {} as AutosaveInput },
  actors: {
    saveEntry: fromPromise<Outcome, SaveInput>(() => Promise.reject(notProvided("saveEntry"))),
    settleConflict: fromPromise<Settled, SettleInput>(() => Promise.reject(notProvided("settleConflict"))),
    keepDraft: fromCallback<DraftEvent>(refuses("keepDraft")),
    watchPage: fromCallback(refuses("watchPage")),
  },
  delays: { quiet: pauses.quiet, longest: pauses.longest, backoff: ({ context }) => backoff(context) },
  guards: {
    unsaved: ({ context }) => isUnsaved(context),
    "theirs is known": ({ context }) => context.theirs !== null,
    "an act is unanswered": ({ context }) => context.act !== null,
    "signed out": ({ context }) => context.trouble?.reason === "signed_out",
    "a change may help": ({ context: { trouble } }) =>
      trouble?.reason === "too_long" || trouble?.reason === "invalid",
    "ended as": ({ context }, { outcome, type }: { outcome: Outcome; type: Outcome["type"] }) =>
      outcome.type === type && (type !== "again" || context.failures < 5),
  },
  actions: {
    "take in": assign(({ context }, change: Partial<Writing>) => changed(context, change)),
    "keep draft": sendTo("drafts", ({ context }): DraftEvent => ({ type: "draft", draft: draftOf(context) })),
    "begin an act": assign({
      act: ({ context }) => context.act ?? { key: context.tools.newKey(), writing: context.writing },
    }),
    conclude: assign(({ context }, outcome: Outcome) => concluded(context, outcome)),
    settle: assign(({ context }, ending: Settled) => settled(context, ending)),
    choose: assign(({ context }, choice: Choice) => chosen(context, choice)),
    show: assign(({ context }, copy: Copy) => replaced(context, copy)),
    "put mine on top": assign(({ context }) => onTop(context, context.theirs)),
    "start over": assign({ failures: 0, retryAfter: 0 }),
    "begin anew": assign({ saved: null, act: null, trouble: null, failures: 0 }),
  },
}).createMachine({
  id: "autosave",
  context: ({ input }) => openAutosave(input),
  invoke: [{ id: "drafts", src: "keepDraft" }, { src: "watchPage" }],
  initial: "deciding",
  on: {
    "draft.failed": { actions: assign({ draftKept: false }) },
    "draft.kept": { actions: assign({ draftKept: true }) },
    "writing.changed": {
      actions: [{ type: "take in", params: ({ event }) => event.change }, "keep draft"],
    },
  },
  states: {
    deciding: {
      entry: "keep draft",
      always: [
        { guard: "theirs is known", target: "conflict" },
        { guard: "an act is unanswered", target: "saving" },
        { guard: "unsaved", target: "dirty" },
        { target: "clean" },
      ],
    },
    clean: {
      on: {
        "writing.changed": {
          target: "deciding",
          actions: { type: "take in", params: ({ event }) => event.change },
        },
        "entry.replaced": {
          target: "deciding",
          actions: { type: "show", params: ({ event }) => event.copy },
        },
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
            "writing.changed": {
              target: "typing",
              reenter: true,
              actions: [{ type: "take in", params: ({ event }) => event.change }, "keep draft"],
            },
          },
        },
      },
    },
    saving: {
      entry: ["begin an act", "keep draft"],
      invoke: {
        src: "saveEntry",
        input: ({ context: { journalId, act, saved, writing } }) => ({
          journalId,
          act: act ?? { key: "", writing },
          base: saved,
        }),
        onDone: [
          {
            guard: { type: "ended as", params: ({ event }) => ({ outcome: event.output, type: "again" }) },
            target: "saving",
            reenter: true,
            actions: { type: "conclude", params: ({ event }) => event.output },
          },
          {
            guard: { type: "ended as", params: ({ event }) => ({ outcome: event.output, type: "refused" }) },
            target: "refused",
            actions: [{ type: "conclude", params: ({ event }) => event.output }, "keep draft"],
          },
          {
            guard: ({ event: { output } }) => output.type === "acknowledged" || output.type === "conflict",
            target: "deciding",
            actions: { type: "conclude", params: ({ event }) => event.output },
          },
          { target: "waiting", actions: { type: "conclude", params: ({ event }) => event.output } },
        ],
        onError: { target: "waiting", actions: { type: "conclude", params: broken } },
      },
    },
    waiting: {
      after: { backoff: "saving" },
      on: { online: { target: "saving", actions: "start over" }, "save.now": "saving" },
    },
    refused: {
      on: {
        "save.now": { target: "saving", actions: "start over" },
        "signed.in": { guard: "signed out", target: "saving", actions: "start over" },
        "saved.as.new": { target: "saving", actions: "begin anew" },
        "writing.changed": [
          {
            guard: "a change may help",
            target: "deciding",
            actions: { type: "take in", params: ({ event }) => event.change },
          },
          { actions: [{ type: "take in", params: ({ event }) => event.change }, "keep draft"] },
        ],
      },
    },
    conflict: {
      initial: "asking",
      states: {
        asking: {
          on: {
            "mine.kept": { target: "#autosave.deciding", actions: "put mine on top" },
            "choice.made": {
              target: "settling",
              actions: { type: "choose", params: ({ event }) => event.choice },
            },
          },
        },
        settling: {
          invoke: {
            src: "settleConflict",
            input: ({ context: { journalId, settling, writing, theirs, saved } }) => ({
              journalId,
              choice: settling?.choice ?? "both",
              keys: settling?.keys ?? ["", ""],
              mine: writing,
              theirs: theirs ?? saved,
            }),
            onDone: {
              target: "#autosave.deciding",
              actions: { type: "settle", params: ({ event }) => event.output },
            },
            onError: {
              target: "asking",
              actions: { type: "settle", params: { type: "failed", trouble: broken.trouble } },
            },
          },
        },
      },
    },
  },
});
