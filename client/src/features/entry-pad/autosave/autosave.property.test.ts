import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../../shared/api-client.ts";
import type {
  AutosaveEvent,
  AutosaveInput,
  Draft,
  SaveResult,
  SaveInput,
  ConflictResolution,
  ResolveInput,
} from "./autosave-state.ts";
import type { DraftEvent } from "./autosave-actors.ts";
import { autosaveMachine } from "./autosave.machine.ts";
import { startFromDraft } from "./start-from-draft.ts";
import { failureOf } from "./save-entry.ts";
import { type SavedEntry, sameText, type Writing } from "./writing.ts";

const blankPage: Writing = {
  title: "",
  body: "",
  localDate: "2026-11-20",
  timezone: "UTC",
  createdAt: "2026-11-20T10:00:00.000Z",
  starred: false,
};

/** A small model of the server: it has revisions and idempotency keys, and equal content is never a conflict. */
class Server {
  readonly entries = new Map<number, { revision: number; history: string[] }>();
  private readonly ledger = new Map<string, SaveResult>();

  private savedEntry(id: number): SavedEntry {
    const { revision, history } = this.entries.get(id)!;
    return { id, revision, writing: { ...blankPage, body: history[history.length - 1]! } };
  }

  save({ attempt, base }: SaveInput): SaveResult {
    const storedResult = this.ledger.get(attempt.key);
    if (storedResult) return storedResult;
    const result = base ? this.revise(base, attempt.writing) : this.create(attempt.writing);
    this.ledger.set(attempt.key, result);
    return result;
  }

  private create({ body }: Writing): SaveResult {
    const id = this.entries.size + 1;
    this.entries.set(id, { revision: 1, history: [body] });
    return { type: "acknowledged", saved: this.savedEntry(id) };
  }

  private revise(base: SavedEntry, writing: Writing): SaveResult {
    const entry = this.entries.get(base.id)!;
    const current = this.savedEntry(base.id);
    if (!sameText(current.writing, writing)) {
      if (base.revision !== entry.revision) {
        const isUnchanged = sameText(current.writing, base.writing);
        return isUnchanged ? { type: "rebase", saved: current } : { type: "conflict", theirs: current };
      }
      this.write(base.id, writing.body);
    }
    return { type: "acknowledged", saved: { ...this.savedEntry(base.id), writing } };
  }

  resolve({ choice, keys, mine, theirs, journalId }: ResolveInput): ConflictResolution {
    if (choice === "both") {
      const saveResult = this.save({ journalId, attempt: { key: keys[0], writing: mine }, base: null });
      return {
        type: "resolved",
        saved: theirs,
        newEntryId: saveResult.type === "acknowledged" ? saveResult.saved.id : null,
      };
    }
    let base = theirs;
    for (const [index, writing] of [mine, theirs.writing].entries()) {
      const result = this.save({ journalId, attempt: { key: keys[index]!, writing }, base });
      if (result.type === "acknowledged") base = { ...result.saved, writing };
      else
        return result.type === "conflict"
          ? result
          : { type: "failed", error: { reason: "invalid", message: "" } };
    }
    return { type: "resolved", saved: base, newEntryId: null };
  }

  /** Another client saves a text on top. */
  write(id: number, body: string): void {
    const entry = this.entries.get(id)!;
    entry.revision += 1;
    entry.history.push(body);
  }

  newest = (id: number): SavedEntry => this.savedEntry(id);
  has = (body: string): boolean => [...this.entries.values()].some(({ history }) => history.includes(body));
}

const flush = () => new Promise((resolve) => setImmediate(resolve));
const lostResult: SaveResult = failureOf({
  status: 0,
  code: "network",
  message: "",
  retryAfter: null,
  body: null,
  ok: false,
} satisfies ApiFailure);
const refusedResult: SaveResult = { type: "refused", error: { reason: "logged_out", message: "" } };

type PendingRequest = { arrive: () => void; lose: () => void; refuse: () => void };

/** A device: at most one open page, a draft store that outlives it, and a connection to the server. */
class Device {
  draft: Draft | null = null;
  typedBody = blankPage.body;
  pendingRequests: PendingRequest[] = [];
  private keyCount = 0;
  private padCount = 0;
  private actor;
  private clock = new SimulatedClock();

  readonly server: Server;

  constructor(server: Server) {
    this.server = server;
    this.actor = this.open();
  }

  private input(): AutosaveInput {
    const tools = { now: () => this.clock.now(), newKey: () => `key-${(this.keyCount += 1)}` };
    const newPadInput = { localId: `pad-${(this.padCount += 1)}`, journalId: 1, tools };
    const [id] = this.server.entries.keys();
    if (this.draft) {
      const entryId = this.draft.entryId;
      const current = entryId === null ? null : this.server.newest(entryId);
      const start = startFromDraft(this.draft, current);
      if (start) return { ...newPadInput, ...start };
    }
    const entry = id === undefined ? null : this.server.newest(id);
    return {
      ...newPadInput,
      saved: entry,
      writing: entry?.writing ?? blankPage,
      attempt: null,
      theirs: null,
    };
  }

  private connect<I, O>(answer: (input: I) => O, lostReply: O, refusedReply: O) {
    return fromPromise<O, I>(
      ({ input }) =>
        new Promise((resolve) => {
          this.pendingRequests.push({
            arrive: () => resolve(answer(input)),
            lose: () => resolve(lostReply),
            refuse: () => resolve(refusedReply),
          });
          this.pendingDeliveries.push(() => answer(input));
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
    this.typedBody = actor.getSnapshot().context.writing.body;
    return actor;
  }

  /** @param requestsArrive whether pending requests still reach the server */
  crash(requestsArrive: boolean): void {
    this.actor.stop();
    if (requestsArrive) for (const deliver of this.pendingDeliveries) deliver();
    this.pendingRequests = [];
    this.pendingDeliveries = [];
    this.clock = new SimulatedClock();
    const bodyBefore = this.typedBody;
    this.actor = this.open();
    this.replacementCount = 0;
    expect(
      bodyBefore === this.typedBody || bodyBefore === blankPage.body || this.server.has(bodyBefore),
    ).toBe(true);
  }

  send(event: AutosaveEvent): void {
    if (event.type === "writing.changed" && event.change.body !== undefined)
      this.typedBody = event.change.body;
    this.actor.send(event);
  }

  wait(milliseconds: number): void {
    this.clock.increment(milliseconds);
  }

  snapshot = () => this.actor.getSnapshot();

  async answer(outcome: keyof PendingRequest | "applyAndLose"): Promise<void> {
    const next = this.pendingRequests.shift();
    const deliver = this.pendingDeliveries.shift();
    if (outcome === "applyAndLose") {
      deliver?.();
      next?.lose();
    } else next?.[outcome]();
    await flush();
    // Resolving a conflict may replace the text on the page by theirs.
    const { context } = this.snapshot();
    if (context.replacementCount !== this.replacementCount) {
      expect(this.server.has(this.typedBody)).toBe(true);
      this.typedBody = context.writing.body;
    }
    this.replacementCount = context.replacementCount;
  }
  private replacementCount = 0;
}

const outcomes = fc.constantFrom<Parameters<Device["answer"]>[0]>("arrive", "lose", "applyAndLose", "refuse");
const events: AutosaveEvent[] = [
  { type: "save.now" },
  { type: "save.now" },
  { type: "online" },
  { type: "page.hidden" },
  { type: "logged.in" },
  { type: "mine.kept" },
  { type: "choice.made", choice: "theirs" },
  { type: "choice.made", choice: "both" },
];
type Step =
  | { do: "type"; pause: number }
  | { do: "wait"; ms: number }
  | { do: "answer"; how: Parameters<Device["answer"]>[0] }
  | { do: "elsewhere" }
  | { do: "event"; event: AutosaveEvent }
  | { do: "crash"; requestsArrive: boolean };
const withWeight = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const stepArbitrary = fc.oneof(
  withWeight(
    4,
    fc.constantFrom(0, 0, 1_000).map((pause) => ({ do: "type", pause })),
  ),
  withWeight(
    1,
    fc.constantFrom(100, 10_000, 61_000).map((ms) => ({ do: "wait", ms })),
  ),
  withWeight(
    5,
    outcomes.map((outcome) => ({ do: "answer", how: outcome })),
  ),
  withWeight(1, fc.constant({ do: "elsewhere" })),
  withWeight(
    3,
    fc.constantFrom(...events).map((event) => ({ do: "event", event })),
  ),
  withWeight(
    1,
    fc.boolean().map((requestsArrive) => ({ do: "crash", requestsArrive })),
  ),
);

/** The last typed text is acknowledged by the server or stored on the device. "Clean" means that the server acknowledged it. */
function nothingIsLost(device: Device): void {
  const { value, context } = device.snapshot();
  expect(context.writing.body).toBe(device.typedBody);
  if (value === "clean") {
    expect(device.typedBody === "" || device.server.has(device.typedBody)).toBe(true);
    if (context.saved) expect(context.saved.writing.body).toBe(device.typedBody);
  } else expect(device.draft?.writing.body).toBe(device.typedBody);
}

test("in every sequence, the last typed text is acknowledged or in the draft, and one page becomes one entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 80 }), async (steps) => {
      const server = new Server();
      const device = new Device(server);
      let maxCopies = 0;
      let textNumber = 0;
      let hasOneWriter = true;
      for (const step of steps) {
        if (step.do === "type") {
          device.send({ type: "writing.changed", change: { body: `<p>${(textNumber += 1)}</p>` } });
          device.wait(step.pause);
        } else if (step.do === "wait") device.wait(step.ms);
        else if (step.do === "answer") await device.answer(step.how);
        else if (step.do === "crash") device.crash(step.requestsArrive);
        else if (step.do === "event") {
          if (step.event.type === "choice.made" && step.event.choice === "both") maxCopies += 1;
          device.send(step.event);
        } else {
          const [id] = server.entries.keys();
          if (id !== undefined) hasOneWriter = false;
          if (id !== undefined) server.write(id, `<p>elsewhere ${(textNumber += 1)}</p>`);
        }
        nothingIsLost(device);
        if (hasOneWriter) expect(device.snapshot().matches("conflict")).toBe(false);
        expect(server.entries.size).toBeLessThanOrEqual(1 + maxCopies);
      }

      // The connection works again: everything gets saved, and page and server agree.
      for (let round = 0; round < 12 && device.snapshot().value !== "clean"; round += 1) {
        device.send({ type: "mine.kept" });
        device.send({ type: "save.now" });
        device.send({ type: "logged.in" });
        while (device.pendingRequests.length > 0) await device.answer("arrive");
      }
      expect(device.snapshot().value).toBe("clean");
      nothingIsLost(device);
      expect(device.draft).toBeNull();
    }),
    { numRuns: process.env["DAYBOOK_TEST_MATRIX"] === "full" ? 200 : 60 },
  );
});
