import { answerTask } from "@daybook/platform/worker-threads/answer-task";
import { textTasks, type TextTaskInput, type TextTaskName } from "./text-tasks.ts";

function runTask<N extends TextTaskName>({ name, input }: { name: N; input: TextTaskInput<N> }): unknown {
  const task = textTasks[name] as (input: TextTaskInput<N>) => unknown;
  return task(input);
}

/** The program of a worker thread: runs a task on a large text. */
export const runTextTask = answerTask(runTask);
