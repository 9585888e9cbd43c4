import { setTimeout as sleep } from "node:timers/promises";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Clock } from "@daybook/platform/clock";
import { NoAnswer, type RemoteAnswer, remoteDaybook, type RemoteInput } from "../remote/remote-daybook.ts";
import { Violation } from "./writers.ts";

const retryPauseMs = 100;
/** The password of each member. */
export const memberPassword = "and so to bed 1660";

/** What {@link createMemberCalls} needs. */
export type MemberCallsOptions = {
  readonly origin: string;
  readonly clock: Clock;
  readonly email: string;
  /** Called for each attempt that got no answer, and for each sign-up that failed. */
  readonly onLostReply: () => void;
};

/** The calls of one person. Each is repeated until it has a final answer, while the server is killed and started again. */
export function createMemberCalls({ origin, clock, email, onLostReply }: MemberCallsOptions) {
  let daybook = remoteDaybook(origin, clock);

  /**
   * True when the same call can succeed later: a part of the server is starting, stopping or too busy, a random id was already taken, or
   * the clocks differ.
   */
  const isTemporary = ({ code }: { readonly code: string }): boolean =>
    code === "unavailable" || code === "id_taken" || code === "clock_skew";

  /** Repeats a call until it has an answer that is not temporary. A 500 is a violation. */
  async function ask<N extends CallName>(name: N, input: RemoteInput<N> = {}): Promise<RemoteAnswer<N>> {
    for (;;) {
      try {
        const answer = await daybook.call(name, input);
        if (answer.ok) return answer;
        if (answer.status === 500) throw new Violation(`${name} was answered 500`);
        if (!isTemporary(answer.body)) return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        onLostReply();
      }
      await sleep(retryPauseMs);
    }
  }

  /** Logs in. False when the membership has ended: the person then renews or downgrades first. */
  async function logIn(): Promise<boolean> {
    daybook = remoteDaybook(origin, clock);
    const answer = await ask("login", { body: { email, password: memberPassword } });
    if (answer.ok) daybook.setSession(answer.body);
    else if (answer.body.code !== "expired_pro")
      throw new Violation(`a log-in was refused: ${answer.body.code}`);
    return answer.ok;
  }

  /**
   * Makes a call with the session of the person. Logs in first when there is no session. `null` when the log-in is refused because
   * the membership has ended.
   */
  async function askLoggedIn<N extends CallName>(
    name: N,
    input: RemoteInput<N> = {},
  ): Promise<RemoteAnswer<N> | null> {
    for (;;) {
      const answer = daybook.session ? await ask(name, input) : null;
      if (answer && (answer.ok || answer.status !== 401)) return answer;
      if (!(await logIn())) return null;
    }
  }

  return {
    ask,
    askLoggedIn,
    logIn,
    /** Creates the account. Returns its id. */
    async signUp(): Promise<number> {
      for (;;) {
        try {
          return (await daybook.logInOrSignUp({ email, password: memberPassword })).user.id;
        } catch {
          // A reply was lost, or the server or the database is starting.
          onLostReply();
          await sleep(retryPauseMs);
        }
      }
    },
    setSession: (session: Parameters<typeof daybook.setSession>[0]): void => void daybook.setSession(session),
  };
}

/** See {@link createMemberCalls}. */
export type MemberCalls = ReturnType<typeof createMemberCalls>;
