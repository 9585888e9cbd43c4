import type { Logger } from "@daybook/platform/logger";
import type { Agenda, JobRepository } from "agenda";
import type { JobClock } from "./job-clock.ts";

/** A server that stores, for all processes, when the clock looks for due jobs next. */
export type ClockServer = {
  readonly repository: JobRepository;
  close(): Promise<void>;
};

/** Options of {@link createAgendaClock}. */
export type AgendaClockOptions = {
  /** Connects to the server and prepares its tables. Several processes may do so at the same time. */
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
  /** How long the look of a killed process prevents looks of other processes. */
  readonly lockMs: number;
  /** The pause before the next attempt to connect. */
  readonly retryMs: number;
};

/**
 * A look takes milliseconds, because it does not wait for the jobs that it begins. So its lock can be short: a killed process
 * delays the jobs by 15 seconds. With Agenda's default lock, it would delay them by ten minutes.
 */
const productTimes: ClockTimes = { everyMs: 5_000, lockMs: 15_000, retryMs: 2_000 };

/**
 * Creates a job clock that is one repeating job of Agenda. Agenda usually runs it in one process at a time, but on some servers in
 * several. The clock survives an outage of its server, also at the start.
 */
export function createAgendaClock(options: AgendaClockOptions): JobClock {
  const { connect, readId, logger, times = productTimes } = options;
  let server: ClockServer | null = null;
  let agenda: Agenda | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isUnreachable = false;
  let isStopped = false;
  let isLooking = false;
  let onLookEnded = (): void => {};
  /** Unanswered requests to reserve the next look. */
  const reservations = new Set<Promise<unknown>>();

  function recordAnswer(error: unknown): void {
    if (isStopped) return;
    if (error && !isUnreachable) logger.warn({ err: error }, "the server of the job clock cannot be reached");
    if (!error && isUnreachable) logger.info("the server of the job clock answers again");
    isUnreachable = Boolean(error);
  }

  /**
   * Changes the repository: it records whether the server answers. When the server answers a reservation after `stop` was called, the
   * reserved look is freed. Failures of `unlockJob` are caught: Agenda does not wait for that call, so an unhandled failure would end
   * the process.
   */
  function watchAnswers(repository: JobRepository): JobRepository {
    const getNextJob = repository.getNextJobToRun.bind(repository);
    const unlock = repository.unlockJob.bind(repository);
    const reserve: typeof getNextJob = async (...args) => {
      const job = await getNextJob(...args);
      recordAnswer(null);
      if (!job || !isStopped) return job;
      // Agenda would leave the job locked.
      await repository.unlockJob(job);
      return undefined;
    };
    repository.getNextJobToRun = (...args) => {
      const reservation = reserve(...args);
      reservations.add(reservation);
      void reservation.catch(() => {}).finally(() => reservations.delete(reservation));
      return reservation;
    };
    repository.unlockJob = (job) => unlock(job).catch(recordAnswer);
    return repository;
  }

  async function begin(look: () => Promise<void>): Promise<void> {
    const name = `look ${await readId()}`;
    server = await connect();
    const repository = watchAnswers(server.repository);
    await removeStuckJob(repository, name);
    // This import is here so that only schedulers load Agenda, when they begin.
    const { Agenda: AgendaClass } = await import("agenda");
    const newAgenda = new AgendaClass({
      backend: { name: "Daybook", repository, connect: async () => {}, disconnect: async () => {} },
      // These times are numbers, because Agenda reads the text "500 milliseconds" as 500 seconds.
      processEvery: times.everyMs,
      defaultLockLifetime: times.lockMs,
    });
    newAgenda.on("error", recordAnswer);
    newAgenda.on("complete", () => {
      isLooking = false;
      onLookEnded();
    });
    const processor = (_job: unknown, done: (error?: Error) => void): void => {
      isLooking = true;
      look().then(() => done(), done);
    };
    // There is no `lockLimit`: when a look expires before it runs, for example while the machine sleeps, Agenda counts the
    // lock of that look forever.
    newAgenda.define(name, processor, { concurrency: 1 });
    await newAgenda.every(times.everyMs, name);
    await newAgenda.start();
    if (isStopped) await newAgenda.stop(false);
    else agenda = newAgenda;
  }

  /** Removes a job that would not run: its next time is missing, or is far ahead because the clock of a machine was wrong. */
  async function removeStuckJob(repository: JobRepository, name: string): Promise<void> {
    const { jobs } = await repository.queryJobs({ name });
    const latestTime = Date.now() + 2 * times.everyMs;
    const isStuck = jobs.some(({ nextRunAt }) => !nextRunAt || nextRunAt.getTime() > latestTime);
    if (isStuck) await repository.removeJobs({ name });
  }

  async function closeServer(): Promise<void> {
    const serverToClose = server;
    server = null;
    await serverToClose?.close().catch(() => {});
  }

  async function tryToBegin(look: () => Promise<void>): Promise<void> {
    try {
      await begin(look);
    } catch (error) {
      recordAnswer(error);
      if (!isStopped) retry = setTimeout(start, times.retryMs, look);
    }
    if (agenda === null) await closeServer();
  }

  const start = (look: () => Promise<void>): void => void tryToBegin(look);

  return {
    everyMs: times.everyMs,
    start,
    isUnreachable: () => isUnreachable,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      // This frees the look that this process has reserved. A running look frees itself.
      await agenda?.stop(false).catch(() => {});
      await Promise.allSettled(reservations);
      if (isLooking) await new Promise<void>((resolve) => (onLookEnded = resolve));
      if (agenda) await closeServer();
    },
  };
}
