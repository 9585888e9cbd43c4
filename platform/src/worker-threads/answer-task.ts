/** What a thread answers: a result, or the error of its task. */
export type ThreadAnswer =
  | { readonly value: unknown }
  | {
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly code: unknown;
        readonly stack: string | undefined;
      };
    };

/**
 * Makes a function that a thread can run. An error of `work` is part of the answer, because copying an error between threads loses the
 * name and the code of the error. A rejected promise means that the thread itself failed.
 */
export const answerTask =
  (work: (input: never) => unknown) =>
  async (input: unknown): Promise<ThreadAnswer> => {
    try {
      return { value: await work(input as never) };
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error("not an error");
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      return { error: { name, message, code, stack } };
    }
  };
