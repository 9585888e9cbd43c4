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

const throwNotProvided = (name: string): never => {
  throw new Error(`the actor ${name} is not provided`);
};

/** The side effects of the autosave machine. Each one throws until it is provided. */
export const unprovidedActors = {
  /** sends one save attempt and returns its result */
  saveEntry: fromPromise<SaveResult, SaveInput>(() => Promise.resolve(throwNotProvided("saveEntry"))),
  /** resolves a conflict as the user chose; both texts are kept */
  resolveConflict: fromPromise<ConflictResolution, ResolveInput>(() =>
    Promise.resolve(throwNotProvided("resolveConflict")),
  ),
  /** stores or removes the draft on this device */
  storeDraft: fromCallback<DraftEvent>(() => throwNotProvided("storeDraft")),
  /** reports `online`, `page.hidden` and `logged.in` */
  watchPage: fromCallback<AutosaveEvent>(() => throwNotProvided("watchPage")),
};
