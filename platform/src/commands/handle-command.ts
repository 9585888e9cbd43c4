import { type Decider, evolve, fold } from "@daybook/domain/kernel/decider";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { DomainEvent } from "@daybook/domain/events";
import { checkEvent, currentVersion, upcast } from "@daybook/domain/versioning/upcast";
import type { EventMeta, EventStore, NewEvent, Position, StoredEvent } from "../event-store/event-store.ts";
import { OutcomeUnknown } from "../event-store/event-store.ts";
import { uuid5 } from "../event-store/uuid5.ts";
import { createTurns } from "../in-turn.ts";
import { createStateCache } from "./state-cache.ts";

/** Who acts, under which command id; `repeated` when the ledger has seen this act before. */
export type ActContext = Omit<EventMeta, "at"> & { readonly at: string; readonly repeated: boolean };

/** An aggregate's state at a revision; revision -1 when there is no stream yet. */
export type Loaded<S> = { readonly state: S; readonly revision: number };

/** What came of an act: the state after it, and where the log then stood (`null`: nothing was appended). */
export type Outcome<S> = Loaded<S> & { readonly position: Position | null; readonly changed: boolean };

/** Commands for one stream, decided together, under one command id. */
type Execution<C, E extends DomainEvent, S> = {
  readonly decider: Decider<C, E, S>;
  readonly stream: string;
  readonly commands: readonly C[];
  readonly context: ActContext;
};

const attempts = 8;
const pageSize = 1_000;
/** How far back, in revisions, an act that is refused looks for what a repeat of it did a moment before. */
const overtakenWithin = 50;

/**
 * Runs commands: load, decide, append, and again when somebody else was faster. The one place that appends to the event
 * store. Event ids derive from the command id, so that a retry after an unknown outcome writes nothing twice.
 */
export function createCommandHandler(deps: { store: EventStore; cacheSize?: number }) {
  const { store } = deps;
  const cache = createStateCache(deps.cacheSize ?? 2_000);
  const inTurn = createTurns();

  /** Reads on from `from`, one page at a time, until the end of the stream. */
  async function readFrom(stream: string, from: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (;;) {
      const page = await store.readStream(stream, { from: from + events.length, limit: pageSize });
      events.push(...page);
      if (page.length < pageSize) return events;
    }
  }

  async function load<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
  ): Promise<Loaded<S>> {
    // A cached state was folded by the same decider, as a stream's name tells its aggregate.
    const known = cache.get(stream) as Loaded<S> | undefined;
    const from = known ? known.revision + 1 : 0;
    const tail = await readFrom(stream, from);
    if (known && tail.length === 0) return known;
    const state = fold(
      decider,
      tail.map((event) => upcast(event) as E),
      known?.state,
    );
    const loaded = { state, revision: from + tail.length - 1 };
    if (loaded.revision >= 0) cache.set(stream, loaded);
    return loaded;
  }

  /** Decides the commands one after the other, each on what the ones before it decided. */
  function decideAll<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    commands: readonly C[],
    from: S,
  ) {
    let state = from;
    const events: E[] = [];
    for (const command of commands) {
      const decided = decider.decide(command, state);
      if (isRejection(decided)) return decided;
      for (const event of decided) state = evolve(decider.evolve, state, event);
      events.push(...decided);
    }
    return { state, events };
  }

  const toStore = (stream: string, events: readonly DomainEvent[], context: ActContext): NewEvent[] => {
    const { repeated: _, ...meta } = context;
    return events.map((event, index) => {
      checkEvent(event);
      return {
        id: uuid5(context.commandId, `${stream}/${index}`),
        type: event.type,
        version: currentVersion(event.type),
        data: event.data,
        meta,
      };
    });
  };

  /** The lost reply of an act that was already done: its events stand in the stream under its command id. */
  async function alreadyDone<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    context: ActContext,
    from = 0,
  ): Promise<Outcome<S> | null> {
    const events = await readFrom(stream, from);
    const own = events.findLast((event) => event.meta.commandId === context.commandId);
    // Loaded afterwards: what was loaded before may not have it yet.
    return own ? { ...(await load(decider, stream)), position: own.position, changed: true } : null;
  }

  async function decideAndAppend<C, E extends DomainEvent, S>({
    decider,
    stream,
    commands,
    context,
  }: Execution<C, E, S>): Promise<Outcome<S> | Rejection> {
    let repeated = context.repeated;
    for (let attempt = 1; ; attempt++) {
      // The caller has mostly just loaded it, so what is remembered is tried first: an append to it that has grown old is
      // refused, and whatever else it might decide wrongly is decided again on what the stream says.
      const remembered = attempt === 1 && !repeated ? cache.get(stream) : undefined;
      const loaded = (remembered as Loaded<S> | undefined) ?? (await load(decider, stream));
      const done = repeated && loaded.revision >= 0 ? await alreadyDone(decider, stream, context) : null;
      if (done) return done;
      const decided = decideAll(decider, commands, loaded.state);
      if (remembered && (isRejection(decided) || decided.events.length === 0)) continue;
      if (isRejection(decided)) {
        // Sent twice at once, the second may have overtaken the first, which then stands in its own way.
        const newest = Math.max(0, loaded.revision - overtakenWithin);
        return (await alreadyDone(decider, stream, context, newest)) ?? decided;
      }
      if (decided.events.length === 0) return { ...loaded, position: null, changed: false };

      const expected = loaded.revision < 0 ? "none" : loaded.revision;
      try {
        const result = await store.append(stream, expected, toStore(stream, decided.events, context));
        if (result.status === "ok") {
          const after = { state: decided.state, revision: result.revision };
          cache.set(stream, after);
          return { ...after, position: result.position, changed: true };
        }
        if (result.status === "duplicate") {
          return { ...(await load(decider, stream)), position: result.position, changed: true };
        }
        if (attempt >= attempts) throw new TooContended(stream);
      } catch (error) {
        // The events' ids are fixed, so trying again is safe whatever became of the first try.
        if (!(error instanceof OutcomeUnknown) || attempt >= attempts) throw error;
        repeated = true;
      }
    }
  }

  /**
   * Acts on one stream wait for each other in this process, where they would only refuse each other's append: so what conflicts is
   * another process alone, and nobody's act is given up because the same person does much at once.
   */
  const execute = <C, E extends DomainEvent, S>(
    execution: Execution<C, E, S>,
  ): Promise<Outcome<S> | Rejection> => inTurn(execution.stream, () => decideAndAppend(execution));

  /** The newest event of a stream that matches, read from the log itself; for what a late read model cannot tell yet. */
  async function findLast(
    stream: string,
    matches: (event: DomainEvent) => boolean,
  ): Promise<DomainEvent | null> {
    const events = await readFrom(stream, 0);
    return events.map(upcast).findLast(matches) ?? null;
  }

  /** Where in the log the last event of an act on a stream stands; `null` when it did nothing there. */
  async function findAct(stream: string, commandId: string): Promise<Position | null> {
    const events = await readFrom(stream, 0);
    return events.findLast(({ meta }) => meta.commandId === commandId)?.position ?? null;
  }

  return { load, execute, findLast, findAct };
}

/** See {@link createCommandHandler}. */
export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** Somebody else kept being faster; the caller may try again. */
export class TooContended extends Error {
  override readonly name = "TooContended";
  readonly code = "too_contended";
  constructor(stream: string) {
    super(`gave up appending to ${stream.replace(/\d+/, "…")} after ${attempts} conflicts`);
  }
}
