import { availableParallelism } from "node:os";
import type { Piscina } from "piscina";
import type { ThreadAnswer } from "./answer-task.ts";
import { createFairQueue, type FairQueueLimits } from "./fair-queue.ts";

/** A task has no result: its thread ended or took too long, or all threads were closed. It is safe to run the task again. */
export class WorkerThreadFailed extends Error {
  override readonly name = "WorkerThreadFailed";
  readonly code = "worker_thread_failed";

  constructor(options?: ErrorOptions) {
    super("a worker thread ended or took too long", options);
  }
}

/** A task for a thread. */
export type ThreadTask = {
  /** The program: an ES module that exports functions made by `answerTask`. */
  readonly program: URL;
  /** The name of the exported function. */
  readonly name: string;
  /** The argument of the function. The thread gets a copy. */
  readonly input: unknown;
  /** The owner of the task. One task of an owner runs at a time. */
  readonly owner: string;
};

/** Threads for work that would hold up the event loop. */
export type WorkerThreads = {
  /**
   * Runs a task in a thread. Rejects with the task's own error; with {@link WorkerThreadFailed} when its thread ended or
   * took too long, and after `close`; with `TooBusy` when too many tasks wait.
   */
  run(task: ThreadTask): Promise<unknown>;
  /** Ends all threads. Tasks that have not ended are rejected. */
  close(): Promise<void>;
};

/** At least two, so that a long task of one owner does not delay all the others. */
const defaultThreads = Math.max(2, Math.min(4, availableParallelism() - 1));
/** Far more than the slowest text takes on a busy machine. */
const taskTimeoutMs = 120_000;
/** A thread that is not used ends, to free its memory. */
const idleTimeoutMs = 120_000;
/**
 * Threads get less processor time than the event loop, which serves everybody. Only Linux has a priority for each thread;
 * elsewhere this would slow down the whole process.
 */
const niceIncrement = process.platform === "linux" ? 5 : 0;

const maxHeapMb = 768;

/** Starts no thread before the first task. */
export function createWorkerThreads(
  options: { readonly timeoutMs?: number } & Partial<FairQueueLimits> = {},
): WorkerThreads {
  const {
    timeoutMs = taskTimeoutMs,
    maxRunning = defaultThreads,
    maxWaitingPerOwner = 16,
    maxWaiting = 200,
  } = options;
  const runInTurn = createFairQueue({ maxRunning, maxWaitingPerOwner, maxWaiting });
  const closeController = new AbortController();
  let pool: Promise<Piscina> | undefined;

  async function openPool(): Promise<Piscina> {
    // Loaded with the first task, since loading slows down a start.
    const { Piscina: Pool } = await import("piscina");
    const newPool = new Pool({
      minThreads: 0,
      maxThreads: maxRunning,
      idleTimeout: idleTimeoutMs,
      niceIncrement,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      // Threads need no configuration, so they get no secrets from it.
      env: {},
      execArgv: [],
    });
    // Failed tasks are rejected. A thread that fails without a task is replaced; its error would end the process if nothing listened for it.
    newPool.on("error", () => {});
    return newPool;
  }

  async function runInThread({ program, name, input }: ThreadTask): Promise<unknown> {
    let answer: ThreadAnswer;
    try {
      closeController.signal.throwIfAborted();
      const threads = await (pool ??= openPool());
      const signal = AbortSignal.timeout(timeoutMs);
      answer = (await threads.run(input, { filename: program.href, name, signal })) as ThreadAnswer;
    } catch (error) {
      throw new WorkerThreadFailed({ cause: error });
    }
    if ("error" in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.value;
  }

  return {
    run: (task) => runInTurn(task.owner, () => runInThread(task)),
    async close() {
      closeController.abort();
      await (await pool?.catch(() => undefined))?.destroy();
    },
  };
}
