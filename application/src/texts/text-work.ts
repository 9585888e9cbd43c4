import type { WorkerThreads } from "@daybook/platform/worker-threads/worker-threads";
import { type TextTaskInput, type TextTaskName, type TextTaskResult, textTasks } from "./text-tasks.ts";

/**
 * The largest number of characters of a small text. Larger texts are processed in a thread. Measured on a busy machine: a task takes
 * 1 to 2 ms more in a thread than inline, and parsing a text of this length takes 1 to 6 ms, depending on its markup.
 */
export const maxSmallTextLength = 8_000;

/** Runs tasks on texts, inline or in a thread. */
export type TextWork = {
  /**
   * Runs a task.
   *
   * @param owner whose task it is; only one large task of each owner runs at a time
   * @param size the characters to work on; `Infinity` counts as a large text
   */
  run<N extends TextTaskName>(
    owner: number | string,
    name: N,
    input: TextTaskInput<N>,
    size: number,
  ): Promise<TextTaskResult<N>>;
};

/** The program of the threads. `bin/run/bundle-program.mjs` bundles it and replaces this path. */
const program = new URL("./text-program.ts", import.meta.url);

function runInline<N extends TextTaskName>(name: N, input: TextTaskInput<N>): TextTaskResult<N> {
  const task = textTasks[name] as (taskInput: TextTaskInput<N>) => TextTaskResult<N>;
  return task(input);
}

/** Processes small texts inline, and large texts in these threads. */
export function createTextWork(threads: Pick<WorkerThreads, "run">): TextWork {
  return {
    async run(owner, name, input, size) {
      if (size <= maxSmallTextLength) return runInline(name, input);
      const task = { program, name: "runTextTask", input: { name, input }, owner: String(owner) };
      return (await threads.run(task)) as TextTaskResult<typeof name>;
    },
  };
}

/** Processes all texts in the calling thread. Only for programs that answer no requests, such as `npm run search`. */
export const inlineTextWork: TextWork = { run: async (_, name, input) => runInline(name, input) };
