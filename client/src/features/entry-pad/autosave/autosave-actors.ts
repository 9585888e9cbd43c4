import { fromCallback, fromPromise } from "xstate";
import type {
  AutosaveEvent,
  ConflictResolution,
  Draft,
  ResolveInput,
  SaveInput,
  SaveResult,
} from "./autosave-state.ts";

/** The draft to store on this device; null removes it. */
export type DraftEvent = { type: "draft"; draft: Draft | null };

const absent = (name: string): never => {
  throw new Error(`the actor ${name} is not provided`);
};

/** The side effects of the autosave machine. Each one throws until it is provided. */
export const absentActors = {
  /** sends one save attempt and returns its result */
  saveEntry: fromPromise<SaveResult, SaveInput>(() => Promise.resolve(absent("saveEntry"))),
  /** saves both texts; the result contains their entry */
  resolveConflict: fromPromise<ConflictResolution, ResolveInput>(() =>
    Promise.resolve(absent("resolveConflict")),
  ),
  /** stores the draft on this device, and removes it once it is acknowledged */
  storeDraft: fromCallback<DraftEvent>(() => absent("storeDraft")),
  /** reports `online`, `page.hidden` and `signed.in` */
  watchPage: fromCallback<AutosaveEvent>(() => absent("watchPage")),
};
