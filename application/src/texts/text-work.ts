import type { WorkerThreads } from "@daybook/platform/worker-threads/worker-threads";
import { type TextTaskInput, type TextTaskName, type TextTaskResult, textTasks } from "./text-tasks.ts";

/**
 * Texts of more characters are worked on in a thread. Measured on a busy machine: a task in a thread takes 1 to 2 ms more,
 * and reading a text of this length takes 1 to 6 ms, depending on its markup.
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

/** Works on small texts inline, and on large ones in these threads. */
export function createTextWork(threads: Pick<WorkerThreads, "run">): TextWork {
  return {
    async run(owner, name, input, size) {
      if (size <= maxSmallTextLength) return runInline(name, input);
      const task = { program, name: "runTextTask", input: { name, input }, owner: String(owner) };
      return (await threads.run(task)) as TextTaskResult<typeof name>;
    },
  };
}

/** Works on all texts in the calling thread. For command-line programs, which answer no requests. */
export const inlineTextWork: TextWork = { run: async (_, name, input) => runInline(name, input) };
