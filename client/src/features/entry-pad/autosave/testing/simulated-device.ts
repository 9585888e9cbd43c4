import { expect } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../../../shared/api-client.ts";
import type { DraftEvent } from "../autosave-actors.ts";
import { autosaveMachine } from "../autosave.machine.ts";
import type {
  AutosaveEvent,
  AutosaveInput,
  ConflictResolution,
  Draft,
  ResolveInput,
  SaveInput,
  SaveResult,
} from "../autosave-state.ts";
import { failureOf } from "../save-entry.ts";
import { startFromDraft } from "../start-from-draft.ts";
import { blankWriting, type SimulatedServer } from "./simulated-server.ts";

const settlePromises = () => new Promise((resolve) => setImmediate(resolve));
const lostResult: SaveResult = failureOf({
  status: 0,
  code: "network",
  message: "",
  retryAfter: null,
  body: null,
  ok: false,
} satisfies ApiFailure);
const refusedResult: SaveResult = { type: "refused", error: { reason: "logged_out", message: "" } };

/** The ways in which a request can end: with the server's answer, without reaching the server, or with a refusal because of a logout. */
type PendingRequest = { arrive: () => void; lose: () => void; refuse: () => void };

/** A device: one open page, a draft store that outlives it, and a connection to the server. */
export class SimulatedDevice {
  draft: Draft | null = null;
  shownBody = blankWriting.body;
  pendingRequests: PendingRequest[] = [];
  private keyCount = 0;
  private padCount = 0;
  private actor;
  private clock = new SimulatedClock();

  readonly server: SimulatedServer;

  constructor(server: SimulatedServer) {
    this.server = server;
    this.actor = this.open();
  }

  private input(): AutosaveInput {
    const tools = { now: () => this.clock.now(), newKey: () => `key-${(this.keyCount += 1)}` };
    const newPadInput = { localId: `pad-${(this.padCount += 1)}`, journalId: 1, tools };
    // Without an unsaved draft, the device opens the first entry, or a blank pad if no entry exists.
    const [id] = this.server.entries.keys();
    if (this.draft) {
      const { entryId } = this.draft;
      const current = entryId === null ? null : this.server.newest(entryId);
      const start = startFromDraft(this.draft, current);
      if (start) return { ...newPadInput, ...start };
    }
    const entry = id === undefined ? null : this.server.newest(id);
    return {
      ...newPadInput,
      saved: entry,
      writing: entry?.writing ?? blankWriting,
      attempt: null,
      theirs: null,
    };
  }

  private connect<I, O>(handleOnServer: (input: I) => O, lostReply: O, refusedReply: O) {
    return fromPromise<O, I>(
      ({ input }) =>
        new Promise((resolve) => {
          this.pendingRequests.push({
            arrive: () => resolve(handleOnServer(input)),
            lose: () => resolve(lostReply),
            refuse: () => resolve(refusedReply),
          });
          this.pendingDeliveries.push(() => handleOnServer(input));
        }),
    );
  }

  /** each function delivers a pending request to the server; its response is lost */
  pendingDeliveries: (() => unknown)[] = [];

  private open() {
    const failure: ConflictResolution = { type: "failed", error: { reason: "unreachable", message: "" } };
    const actor = createActor(
      autosaveMachine.provide({
        actors: {
          saveEntry: this.connect<SaveInput, SaveResult>(
            (input) => this.server.save(input),
            lostResult,
            refusedResult,
          ),
          resolveConflict: this.connect<ResolveInput, ConflictResolution>(
            (input) => this.server.resolve(input),
            failure,
            failure,
          ),
          storeDraft: fromCallback<DraftEvent>(({ receive }) =>
            receive(({ draft }) => {
              this.draft = draft;
            }),
          ),
          watchPage: fromCallback<AutosaveEvent>(() => {}),
        },
      }),
      { clock: this.clock, input: this.input() },
    );
    actor.start();
    this.shownBody = actor.getSnapshot().context.writing.body;
    return actor;
  }

  /**
   * Closes the page without warning, and opens it again with the stored draft.
   *
   * @param requestsArrive whether pending requests still reach the server
   */
  crash(requestsArrive: boolean): void {
    this.actor.stop();
    if (requestsArrive) for (const deliver of this.pendingDeliveries) deliver();
    this.pendingRequests = [];
    this.pendingDeliveries = [];
    this.clock = new SimulatedClock();
    const bodyBefore = this.shownBody;
    this.actor = this.open();
    this.replacementCount = 0;
    // The page shows the typed text again, unless nothing was typed or the server already has the text.
    expect(
      bodyBefore === this.shownBody || bodyBefore === blankWriting.body || this.server.hasVersion(bodyBefore),
    ).toBe(true);
  }

  send(event: AutosaveEvent): void {
    if (event.type === "writing.changed" && event.change.body !== undefined)
      this.shownBody = event.change.body;
    this.actor.send(event);
  }

  wait(milliseconds: number): void {
    this.clock.increment(milliseconds);
  }

  snapshot = () => this.actor.getSnapshot();

  /** Ends the oldest pending request; "applyAndLose": the server handles it, but its answer is lost. */
  async answer(outcome: keyof PendingRequest | "applyAndLose"): Promise<void> {
    const next = this.pendingRequests.shift();
    const deliver = this.pendingDeliveries.shift();
    if (outcome === "applyAndLose") {
      deliver?.();
      next?.lose();
    } else next?.[outcome]();
    await settlePromises();
    // Resolving a conflict may replace the text on the page by theirs.
    const { context } = this.snapshot();
    if (context.replacementCount !== this.replacementCount) {
      expect(this.server.hasVersion(this.shownBody)).toBe(true);
      this.shownBody = context.writing.body;
    }
    this.replacementCount = context.replacementCount;
  }
  private replacementCount = 0;
}
