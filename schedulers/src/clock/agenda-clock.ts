import type { Logger } from "@daybook/platform/logger";
import type { Agenda, JobRepository } from "agenda";
import type { JobClock } from "./job-clock.ts";

/** A server that keeps the time of the next look for all processes. */
export type ClockServer = {
  readonly repository: JobRepository;
  close(): Promise<void>;
};

/** Options of {@link createAgendaClock}. */
export type AgendaClockOptions = {
  /** Connects to the server and prepares its tables. Several processes may do so at once. */
  readonly connect: () => Promise<ClockServer>;
  /** Distinguishes this Daybook from others on the same server. */
  readonly readId: () => Promise<string>;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly times?: ClockTimes;
};

/** In milliseconds. */
export type ClockTimes = {
  /** The time between two looks. */
  readonly everyMs: number;
  /** How long the look of a killed process keeps the others from looking. */
  readonly lockMs: number;
  /** The pause before the next attempt to connect. */
  readonly retryMs: number;
};

/**
 * A look takes milliseconds, because it does not wait for the jobs that it begins. So its lock may be short: a killed process
 * delays the jobs by 15 seconds, not by the ten minutes that are Agenda's default.
 */
const productTimes: ClockTimes = { everyMs: 5_000, lockMs: 15_000, retryMs: 2_000 };

/**
 * A job clock that is one repeating job of Agenda. Agenda gives it to one process at a time, usually: some servers give it to
 * several. It survives an outage of its server, also at the start.
 */
export function createAgendaClock(options: AgendaClockOptions): JobClock {
  const { connect, readId, logger, times = productTimes } = options;
  let server: ClockServer | null = null;
  let agenda: Agenda | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isAway = false;
  let isStopped = false;
  let isLooking = false;
  let onLookEnded = (): void => {};
  /** Requests to reserve the next look that the server has not answered yet. */
  const reservations = new Set<Promise<unknown>>();

  function noteAnswer(error: unknown): void {
    if (isStopped) return;
    if (error && !isAway) logger.warn({ err: error }, "the server of the job clock cannot be reached");
    if (!error && isAway) logger.info("the server of the job clock answers again");
    isAway = Boolean(error);
  }

  /** Notes whether the server answers. Agenda does not wait for `unlockJob`, so its failure would end the process. */
  function watch(repository: JobRepository): JobRepository {
    const getNextJob = repository.getNextJobToRun.bind(repository);
    const unlock = repository.unlockJob.bind(repository);
    const reserve: typeof getNextJob = async (...args) => {
      const job = await getNextJob(...args);
      noteAnswer(null);
      if (!job || !isStopped) return job;
      // Agenda would leave it locked.
      await repository.unlockJob(job);
      return undefined;
    };
    repository.getNextJobToRun = (...args) => {
      const reservation = reserve(...args);
      reservations.add(reservation);
      void reservation.catch(() => {}).finally(() => reservations.delete(reservation));
      return reservation;
    };
    repository.unlockJob = (job) => unlock(job).catch(noteAnswer);
    return repository;
  }

  async function begin(look: () => Promise<void>): Promise<void> {
    const name = `look ${await readId()}`;
    server = await connect();
    const repository = watch(server.repository);
    await removeLost(repository, name);
    // Loaded only by the schedulers, after the start.
    const { Agenda: AgendaClass } = await import("agenda");
    const newAgenda = new AgendaClass({
      backend: { name: "Daybook", repository, connect: async () => {}, disconnect: async () => {} },
      // Numbers: Agenda reads "500 milliseconds" as 500 seconds.
      processEvery: times.everyMs,
      defaultLockLifetime: times.lockMs,
    });
    newAgenda.on("error", noteAnswer);
    newAgenda.on("complete", () => {
      isLooking = false;
      onLookEnded();
    });
    const processor = (_job: unknown, done: (error?: Error) => void): void => {
      isLooking = true;
      look().then(() => done(), done);
    };
    // No limit for locks: Agenda counts the lock of a look that expired before it ran, as after a sleep, for ever.
    newAgenda.define(name, processor, { concurrency: 1 });
    await newAgenda.every(times.everyMs, name);
    await newAgenda.start();
    if (isStopped) await newAgenda.stop(false);
    else agenda = newAgenda;
  }

  /** A job without a next time, or with one far ahead from when a machine's clock was wrong, would never run. */
  async function removeLost(repository: JobRepository, name: string): Promise<void> {
    const { jobs } = await repository.queryJobs({ name });
    const latestTime = Date.now() + 2 * times.everyMs;
    const isLost = jobs.some(({ nextRunAt }) => !nextRunAt || nextRunAt.getTime() > latestTime);
    if (isLost) await repository.removeJobs({ name });
  }

  async function closeServer(): Promise<void> {
    const closing = server;
    server = null;
    await closing?.close().catch(() => {});
  }

  async function tryToBegin(look: () => Promise<void>): Promise<void> {
    try {
      await begin(look);
    } catch (error) {
      noteAnswer(error);
      if (!isStopped) retry = setTimeout(start, times.retryMs, look);
    }
    if (agenda === null) await closeServer();
  }

  const start = (look: () => Promise<void>): void => void tryToBegin(look);

  return {
    everyMs: times.everyMs,
    start,
    isAway: () => isAway,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      // It frees the look that this process has reserved. A look that is running frees itself.
      await agenda?.stop(false).catch(() => {});
      await Promise.allSettled(reservations);
      if (isLooking) await new Promise<void>((resolve) => (onLookEnded = resolve));
      if (agenda) await closeServer();
    },
  };
}
