import { type Decider, evolve, fold } from "@daybook/domain/kernel/decider";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { DomainEvent } from "@daybook/domain/events";
import { checkEvent, currentVersion, upcast } from "@daybook/domain/versioning/upcast";
import type { EventMeta, EventStore, NewEvent, Position, StoredEvent } from "../event-store/event-store.ts";
import { OutcomeUnknown } from "../event-store/event-store.ts";
import { uuid5 } from "../event-store/uuid5.ts";
import { createSerialPerKey } from "../serial-per-key.ts";
import { createStateCache } from "./state-cache.ts";

/** Who sent the command, when, and under which command id. */
export type CommandContext = EventMeta & {
  /** True when the command began before. Its events may be in the log already. */
  readonly repeated: boolean;
  /** True when an earlier run succeeded. Then the command is not decided again, and returns the current state. */
  readonly completed?: boolean;
};

/** An aggregate's state at a revision; revision -1 when there is no stream yet. */
export type LoadedStream<S> = { readonly state: S; readonly revision: number };

/** The result of a command: the current state of the stream, and what the command appended to it. */
export type CommandResult<S> = LoadedStream<S> & {
  /** The position of the command's last event; `null` when `hasChanges` is false. */
  readonly position: Position | null;
  /** True when this run appended events, or found those that an earlier run of the command appended. */
  readonly hasChanges: boolean;
};

/** Commands for one stream, decided together, under one command id. */
type Execution<C, E extends DomainEvent, S> = {
  readonly decider: Decider<C, E, S>;
  readonly stream: string;
  readonly commands: readonly C[];
  readonly context: CommandContext;
};

const maxAttempts = 8;
const pageSize = 1_000;
/** A search in the recent events of a stream begins this many revisions before the newest known one. */
const recentRevisions = 50;

/**
 * Runs commands: loads the stream, decides, and appends. After a concurrent append, it starts over. Nothing else appends to the event
 * store. Event ids derive from the command id, so a retry after an unknown outcome writes nothing twice.
 */
export function createCommandHandler(deps: { store: EventStore; cacheSize?: number }) {
  const { store } = deps;
  const cache = createStateCache(deps.cacheSize ?? 2_000);
  const runSerially = createSerialPerKey();

  /** Reads a stream from revision `from` to its end, page by page. */
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
  ): Promise<LoadedStream<S>> {
    // A stream's name determines its aggregate, so the same decider folded the cached state.
    const cachedStream = cache.get(stream) as LoadedStream<S> | undefined;
    const from = cachedStream ? cachedStream.revision + 1 : 0;
    const newEvents = await readFrom(stream, from);
    if (cachedStream && newEvents.length === 0) return cachedStream;
    const state = fold(
      decider,
      newEvents.map((event) => upcast(event) as E),
      cachedStream?.state,
    );
    const loadedStream = { state, revision: from + newEvents.length - 1 };
    if (loadedStream.revision >= 0) cache.set(stream, loadedStream);
    return loadedStream;
  }

  /** Decides the commands in order, each on the state after the ones before it. */
  function decideAll<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    commands: readonly C[],
    startState: S,
  ) {
    let state = startState;
    const events: E[] = [];
    for (const command of commands) {
      const decision = decider.decide(command, state);
      if (isRejection(decision)) return decision;
      for (const event of decision) state = evolve(decider.evolve, state, event);
      events.push(...decision);
    }
    return { state, events };
  }

  const toNewEvents = (
    stream: string,
    events: readonly DomainEvent[],
    context: CommandContext,
  ): NewEvent[] => {
    const { repeated: _, completed: __, ...meta } = context;
    const correlationId = meta.correlationId ?? meta.commandId;
    return events.map((event, index) => {
      checkEvent(event);
      return {
        id: uuid5(context.commandId, `${stream}/${index}`),
        type: event.type,
        version: currentVersion(event.type),
        data: event.data,
        meta: { ...meta, correlationId },
      };
    });
  };

  /** The result of an earlier run of this command, if the stream has its events. */
  async function findEarlierResult<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    context: CommandContext,
    from = 0,
  ): Promise<CommandResult<S> | null> {
    const events = await readFrom(stream, from);
    const earlierEvent = events.findLast((event) => event.meta.commandId === context.commandId);
    // Load again: the state that was loaded before may lack the event.
    return earlierEvent
      ? { ...(await load(decider, stream)), position: earlierEvent.position, hasChanges: true }
      : null;
  }

  async function decideAndAppend<C, E extends DomainEvent, S>({
    decider,
    stream,
    commands,
    context,
  }: Execution<C, E, S>): Promise<CommandResult<S> | Rejection> {
    let isRepeat = context.repeated;
    for (let attempt = 1; ; attempt++) {
      // The caller has usually just loaded the stream, so the first attempt uses the cached state. If that state is outdated, the append
      // is refused. A rejection or an empty decision appends nothing, so then the next attempt loads the stream and decides again.
      const cachedStream = attempt === 1 && !isRepeat ? cache.get(stream) : undefined;
      const loadedStream = (cachedStream as LoadedStream<S> | undefined) ?? (await load(decider, stream));
      const earlierResult =
        isRepeat && loadedStream.revision >= 0 ? await findEarlierResult(decider, stream, context) : null;
      if (earlierResult) return earlierResult;
      if (context.completed) return { ...loadedStream, position: null, hasChanges: false };
      const decision = decideAll(decider, commands, loadedStream.state);
      if (cachedStream && (isRejection(decision) || decision.events.length === 0)) continue;
      if (isRejection(decision)) {
        // A concurrent duplicate may already have appended the command's events.
        const firstRecent = Math.max(0, loadedStream.revision - recentRevisions);
        return (await findEarlierResult(decider, stream, context, firstRecent)) ?? decision;
      }
      if (decision.events.length === 0) return { ...loadedStream, position: null, hasChanges: false };

      const expectedRevision = loadedStream.revision < 0 ? "none" : loadedStream.revision;
      try {
        const result = await store.append(
          stream,
          expectedRevision,
          toNewEvents(stream, decision.events, context),
        );
        if (result.status === "ok") {
          const newState = { state: decision.state, revision: result.revision };
          cache.set(stream, newState);
          return { ...newState, position: result.position, hasChanges: true };
        }
        if (result.status === "duplicate") {
          return { ...(await load(decider, stream)), position: result.position, hasChanges: true };
        }
        if (attempt >= maxAttempts) throw new TooContended(stream);
      } catch (error) {
        // The events' ids are fixed, so a retry is safe whatever the first try did.
        if (!(error instanceof OutcomeUnknown) || attempt >= maxAttempts) throw error;
        isRepeat = true;
      }
    }
  }

  /**
   * Commands on one stream run one after the other in this process, because in parallel their appends would conflict. So only
   * other processes cause conflicts.
   */
  const execute = <C, E extends DomainEvent, S>(
    execution: Execution<C, E, S>,
  ): Promise<CommandResult<S> | Rejection> => runSerially(execution.stream, () => decideAndAppend(execution));

  /** The newest matching event of a stream. It is read from the log, because the read model may be behind. */
  async function findLast(
    stream: string,
    matches: (event: DomainEvent) => boolean,
  ): Promise<DomainEvent | null> {
    const events = await readFrom(stream, 0);
    return events.map(upcast).findLast(matches) ?? null;
  }

  /** The metadata of the newest matching event among the last events of a stream. */
  async function findLastMetadata(
    stream: string,
    matches: (event: StoredEvent) => boolean,
  ): Promise<StoredEvent["meta"] | null> {
    const cachedRevision = cache.get(stream)?.revision ?? 0;
    const events = await readFrom(stream, Math.max(0, cachedRevision - recentRevisions));
    return events.findLast(matches)?.meta ?? null;
  }

  /** The position of the last event of a command on a stream; `null` when it appended nothing there. */
  async function findCommandPosition(stream: string, commandId: string): Promise<Position | null> {
    const events = await readFrom(stream, 0);
    return events.findLast(({ meta }) => meta.commandId === commandId)?.position ?? null;
  }

  return { load, execute, findLast, findLastMetadata, findCommandPosition };
}

/** See {@link createCommandHandler}. */
export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** Too many concurrent appends to this stream; safe to retry. */
export class TooContended extends Error {
  override readonly name = "TooContended";
  readonly code = "too_contended";
  constructor(stream: string) {
    super(`gave up appending to ${stream.replace(/\d+/, "…")} after ${maxAttempts} conflicts`);
  }
}
