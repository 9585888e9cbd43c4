import type { BodyOf, Contract, ParamsOf, QueryOf, Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Rejection } from "@daybook/domain/kernel/rejection";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { Opening } from "@daybook/platform/privacy/lock-facts";
import type { z } from "zod";

/** Who is signed in. */
export type Actor = {
  readonly userId: number;
  readonly sessionId: number;
  readonly token: string;
  /** The sign-in that the session belongs to; what it opened stays open through a refresh. */
  readonly lineage: number;
  /** Which locks are open for this request. Whoever asks the vault for a key hands it on. */
  readonly opening: Opening;
};

/** Where a request came from; both are sealed before they are kept. */
export type Caller = { readonly ip: string; readonly userAgent: string };

/** One act: its time, its command id, and ids for what it makes; all of them the same when the act is repeated. */
export type Act = ActContext & {
  readonly requestId: string;
  readonly now: number;
  readonly ids: readonly [number, number];
};

/** A parsed request, as a route handler gets it. */
export type Call<N extends CallName> = {
  readonly params: z.output<Contract[N]["params"]>;
  readonly query: z.output<Contract[N]["query"]>;
  readonly body: z.output<Contract[N]["body"]>;
  readonly actor: Contract[N]["access"] extends "session" ? Actor : null;
  readonly act: Act;
  /** The `Idempotency-Key` of the request, also of a caller who is not signed in. */
  readonly key: string | null;
  readonly caller: Caller;
  /** The origin that the request went to; addresses in replies begin with it. */
  readonly origin: string;
};

/** A refusal, with what its body carries beside the sentence (the current entry of a 409), and how long to wait. */
export type Refusal = Rejection & {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
};

/** What a handler answers: a status of the contract with its body, or a refusal. `unkept`: its body is for this once. */
export type Answer<N extends CallName> =
  | { readonly status: number; readonly body: Exclude<Reply<N>, null>; readonly unkept?: true }
  | { readonly status: 204 }
  | Refusal;

/** A route handler. */
export type Handler<N extends CallName> = (call: Call<N>) => Promise<Answer<N>>;

export type { BodyOf, ParamsOf, QueryOf };
