import { fromCallback, fromPromise } from "xstate";
import type { AutosaveEvent, Draft, Outcome, SaveInput, Settled, SettleInput } from "./autosave.ts";

/** Told whenever what has to lie on the device changes; null when nothing has to. */
export type DraftEvent = { type: "draft"; draft: Draft | null };

const absent = (name: string): never => {
  throw new Error(`the actor ${name} is not provided`);
};

/** The side effects of the autosave machine, by name; each fails until it is provided. */
export const absentActors = {
  /** sends one act and tells how it ended */
  saveEntry: fromPromise<Outcome, SaveInput>(() => Promise.resolve(absent("saveEntry"))),
  /** keeps both texts and leaves theirs on the page */
  settleConflict: fromPromise<Settled, SettleInput>(() => Promise.resolve(absent("settleConflict"))),
  /** puts the draft on the device, and takes it away once it is acknowledged */
  keepDraft: fromCallback<DraftEvent>(() => absent("keepDraft")),
  /** reports `online`, `page.hidden` and `signed.in` */
  watchPage: fromCallback<AutosaveEvent>(() => absent("watchPage")),
};
