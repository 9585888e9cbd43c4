/** Options of an {@link OutageGate}. */
export type OutageGateOptions = {
  /** After a call got no answer, other calls fail immediately for this time, in milliseconds. */
  readonly outageMs: number;
  /** True for the error of a call that got no answer in time. */
  readonly isNoAnswer: (error: unknown) => boolean;
  /** Creates the error for calls that fail immediately. */
  readonly refusal: () => Error;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
};

/** See {@link createOutageGate}. */
export type OutageGate = { run<T>(work: () => Promise<T>): Promise<T> };

/**
 * Remembers for `outageMs` that a server gave no answer in time. During this time, new calls fail immediately instead of waiting.
 * Afterwards one call in every `outageMs` tries to reach the server, and the others still fail immediately, until a call gets an
 * answer. An error that is not {@link OutageGateOptions.isNoAnswer} counts as an answer.
 */
export function createOutageGate(options: OutageGateOptions): OutageGate {
  const { outageMs, isNoAnswer, refusal, now = () => performance.now() } = options;
  /** `null` while the server answers. */
  let closedUntil: number | null = null;

  return {
    async run(work) {
      if (closedUntil !== null) {
        if (now() < closedUntil) throw refusal();
        closedUntil = now() + outageMs;
      }
      try {
        const result = await work();
        closedUntil = null;
        return result;
      } catch (error) {
        closedUntil = isNoAnswer(error) ? now() + outageMs : null;
        throw error;
      }
    },
  };
}

/** Rejects with `timeoutError()` when `work` takes longer than `ms`. It does not stop the work. */
export async function withTimeout<T>(ms: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
