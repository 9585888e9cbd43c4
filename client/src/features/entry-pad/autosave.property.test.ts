import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";
import type {
  AutosaveEvent,
  AutosaveInput,
  Draft,
  Outcome,
  SaveInput,
  Settled,
  SettleInput,
} from "./autosave.ts";
import type { DraftEvent } from "./autosave-actors.ts";
import { autosaveMachine } from "./autosave.machine.ts";
import { startFromDraft } from "./put-back.ts";
import { failureOf } from "./save-entry.ts";
import { type Copy, sameText, type Writing } from "./writing.ts";

const blank: Writing = {
  title: "",
  body: "",
  localDate: "2026-11-20",
  timezone: "UTC",
  createdAt: "2026-11-20T10:00:00.000Z",
  starred: false,
};

/** The rules of the server in small: revisions, a ledger of keys, and "equal content is never a conflict". */
class Server {
  readonly entries = new Map<number, { revision: number; history: string[] }>();
  private readonly ledger = new Map<string, Outcome>();

  private copy(id: number): Copy {
    const { revision, history } = this.entries.get(id)!;
    return { id, revision, writing: { ...blank, body: history[history.length - 1]! } };
  }

  save({ act, base }: SaveInput): Outcome {
    const known = this.ledger.get(act.key);
    if (known) return known;
    const outcome = base ? this.revise(base, act.writing) : this.create(act.writing);
    this.ledger.set(act.key, outcome);
    return outcome;
  }

  private create({ body }: Writing): Outcome {
    const id = this.entries.size + 1;
    this.entries.set(id, { revision: 1, history: [body] });
    return { type: "acknowledged", copy: this.copy(id) };
  }

  private revise(base: Copy, writing: Writing): Outcome {
    const entry = this.entries.get(base.id)!;
    const current = this.copy(base.id);
    if (!sameText(current.writing, writing)) {
      if (base.revision !== entry.revision) {
        const nothingNew = sameText(current.writing, base.writing);
        return nothingNew ? { type: "again", copy: current } : { type: "conflict", theirs: current };
      }
      this.write(base.id, writing.body);
    }
    return { type: "acknowledged", copy: { ...this.copy(base.id), writing } };
  }

  settle({ choice, keys, mine, theirs, journalId }: SettleInput): Settled {
    if (choice === "both") {
      const made = this.save({ journalId, act: { key: keys[0], writing: mine }, base: null });
      return {
        type: "settled",
        copy: theirs,
        madeEntryId: made.type === "acknowledged" ? made.copy.id : null,
      };
    }
    let base = theirs;
    for (const [index, writing] of [mine, theirs.writing].entries()) {
      const outcome = this.save({ journalId, act: { key: keys[index]!, writing }, base });
      if (outcome.type === "acknowledged") base = { ...outcome.copy, writing };
      else
        return outcome.type === "conflict"
          ? outcome
          : { type: "failed", trouble: { reason: "invalid", message: "" } };
    }
    return { type: "settled", copy: base, madeEntryId: null };
  }

  /** Somebody else, or any writer, puts a text on top. */
  write(id: number, body: string): void {
    const entry = this.entries.get(id)!;
    entry.revision += 1;
    entry.history.push(body);
  }

  newest = (id: number): Copy => this.copy(id);
  holds = (body: string): boolean => [...this.entries.values()].some(({ history }) => history.includes(body));
}

const flush = () => new Promise((resolve) => setImmediate(resolve));
const lost: Outcome = failureOf({
  status: 0,
  code: "network",
  message: "",
  retryAfter: null,
  body: null,
  ok: false,
} satisfies ApiFailure);
const refused: Outcome = { type: "refused", trouble: { reason: "signed_out", message: "" } };

type Pending = { arrive: () => void; lose: () => void; refuse: () => void };

/** One person's device: at most one page of the app, a draft store that outlives it, and a line to the server. */
class Device {
  draft: Draft | null = null;
  typed = blank.body;
  pending: Pending[] = [];
  private keys = 0;
  private pads = 0;
  private actor;
  private clock = new SimulatedClock();

  readonly server: Server;

  constructor(server: Server) {
    this.server = server;
    this.actor = this.open();
  }

  private input(): AutosaveInput {
    const tools = { now: () => this.clock.now(), newKey: () => `key-${(this.keys += 1)}` };
    const fresh = { localId: `pad-${(this.pads += 1)}`, journalId: 1, tools };
    const [id] = this.server.entries.keys();
    if (this.draft) {
      const entryId = this.draft.entryId;
      const current = entryId === null ? null : this.server.newest(entryId);
      const start = startFromDraft(this.draft, current);
      if (start) return { ...fresh, ...start };
    }
    const saved = id === undefined ? null : this.server.newest(id);
    return { ...fresh, saved, writing: saved?.writing ?? blank, act: null, theirs: null };
  }

  private line<I, O>(answer: (input: I) => O, whenLost: O, whenRefused: O) {
    return fromPromise<O, I>(
      ({ input }) =>
        new Promise((resolve) => {
          this.pending.push({
            arrive: () => resolve(answer(input)),
            lose: () => resolve(whenLost),
            refuse: () => resolve(whenRefused),
          });
          this.reaches.push(() => answer(input));
        }),
    );
  }

  /** what would happen if the newest request arrived, although its answer never comes back */
  reaches: (() => unknown)[] = [];

  private open() {
    const failed: Settled = { type: "failed", trouble: { reason: "unreachable", message: "" } };
    const actor = createActor(
      autosaveMachine.provide({
        actors: {
          saveEntry: this.line<SaveInput, Outcome>((input) => this.server.save(input), lost, refused),
          settleConflict: this.line<SettleInput, Settled>(
            (input) => this.server.settle(input),
            failed,
            failed,
          ),
          keepDraft: fromCallback<DraftEvent>(({ receive }) =>
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
    this.typed = actor.getSnapshot().context.writing.body;
    return actor;
  }

  /** @param lands whether what was under way still reaches the server */
  crash(lands: boolean): void {
    this.actor.stop();
    if (lands) for (const reach of this.reaches) reach();
    this.pending = [];
    this.reaches = [];
    this.clock = new SimulatedClock();
    const before = this.typed;
    this.actor = this.open();
    this.shown = 0;
    expect(before === this.typed || before === blank.body || this.server.holds(before)).toBe(true);
  }

  send(event: AutosaveEvent): void {
    if (event.type === "writing.changed" && event.change.body !== undefined) this.typed = event.change.body;
    this.actor.send(event);
  }

  wait(milliseconds: number): void {
    this.clock.increment(milliseconds);
  }

  snapshot = () => this.actor.getSnapshot();

  async answer(how: keyof Pending | "applyAndLose"): Promise<void> {
    const next = this.pending.shift();
    const reach = this.reaches.shift();
    if (how === "applyAndLose") {
      reach?.();
      next?.lose();
    } else next?.[how]();
    await flush();
    // Settling may put their text on the page; that is then what stands there.
    const { context } = this.snapshot();
    if (context.shown !== this.shown) {
      expect(this.server.holds(this.typed)).toBe(true);
      this.typed = context.writing.body;
    }
    this.shown = context.shown;
  }
  private shown = 0;
}

const how = fc.constantFrom<Parameters<Device["answer"]>[0]>("arrive", "lose", "applyAndLose", "refuse");
const events: AutosaveEvent[] = [
  { type: "save.now" },
  { type: "save.now" },
  { type: "online" },
  { type: "page.hidden" },
  { type: "signed.in" },
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
  | { do: "crash"; lands: boolean };
const sometimes = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const step = fc.oneof(
  sometimes(
    4,
    fc.constantFrom(0, 0, 1_000).map((pause) => ({ do: "type", pause })),
  ),
  sometimes(
    1,
    fc.constantFrom(100, 10_000, 61_000).map((ms) => ({ do: "wait", ms })),
  ),
  sometimes(
    5,
    how.map((how) => ({ do: "answer", how })),
  ),
  sometimes(1, fc.constant({ do: "elsewhere" })),
  sometimes(
    3,
    fc.constantFrom(...events).map((event) => ({ do: "event", event })),
  ),
  sometimes(
    1,
    fc.boolean().map((lands) => ({ do: "crash", lands })),
  ),
);

/** What was typed last is on the server in an acknowledged save, or on the device. "Clean" means exactly the former. */
function nothingIsLost(device: Device): void {
  const { value, context } = device.snapshot();
  expect(context.writing.body).toBe(device.typed);
  if (value === "clean") {
    expect(device.typed === "" || device.server.holds(device.typed)).toBe(true);
    if (context.saved) expect(context.saved.writing.body).toBe(device.typed);
  } else expect(device.draft?.writing.body).toBe(device.typed);
}

test("whatever happens, the last text typed is acknowledged or in the draft, and one page becomes one entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80 }), async (steps) => {
      const server = new Server();
      const device = new Device(server);
      let copies = 0;
      let letters = 0;
      let alone = true;
      for (const now of steps) {
        if (now.do === "type") {
          device.send({ type: "writing.changed", change: { body: `<p>${(letters += 1)}</p>` } });
          device.wait(now.pause);
        } else if (now.do === "wait") device.wait(now.ms);
        else if (now.do === "answer") await device.answer(now.how);
        else if (now.do === "crash") device.crash(now.lands);
        else if (now.do === "event") {
          if (now.event.type === "choice.made" && now.event.choice === "both") copies += 1;
          device.send(now.event);
        } else {
          const [id] = server.entries.keys();
          if (id !== undefined) alone = false;
          if (id !== undefined) server.write(id, `<p>elsewhere ${(letters += 1)}</p>`);
        }
        nothingIsLost(device);
        if (alone) expect(device.snapshot().matches("conflict")).toBe(false);
        expect(server.entries.size).toBeLessThanOrEqual(1 + copies);
      }

      // All is well again: everything settles, and what stands on the page stands on the server.
      for (let round = 0; round < 12 && device.snapshot().value !== "clean"; round += 1) {
        device.send({ type: "mine.kept" });
        device.send({ type: "save.now" });
        device.send({ type: "signed.in" });
        while (device.pending.length > 0) await device.answer("arrive");
      }
      expect(device.snapshot().value).toBe("clean");
      nothingIsLost(device);
      expect(device.draft).toBeNull();
    }),
    { numRuns: 200 },
  );
});
