import type { Contract, Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Actor, Caller, Command, Refusal } from "@daybook/application/context";
import type { z } from "zod";

/** The actor of a call, by the access that the contract gives to the call. */
type ActorOf = { readonly session: Actor; readonly optional: Actor | null; readonly public: null };

/** A parsed request, as a route handler gets it. */
export type Call<N extends CallName> = {
  readonly params: z.output<Contract[N]["params"]>;
  readonly query: z.output<Contract[N]["query"]>;
  readonly body: z.output<Contract[N]["body"]>;
  readonly actor: ActorOf[Contract[N]["access"]];
  readonly command: Command;
  readonly caller: Caller;
  /** URLs in replies begin with this origin. */
  readonly origin: string;
};

/** The result of a handler: a status of the contract with its body, or a refusal. */
export type HandlerResult<N extends CallName> =
  | { readonly status: number; readonly body: Exclude<Reply<N>, null> }
  | { readonly status: 204 }
  | Refusal;

/** Limits of a call. They are checked first, so that a refused call costs and stores as little as possible. */
export type CallLimits<N extends CallName> = {
  /** For a call of a logged-in user: checked before the body is read. */
  readonly beforeBody?: (userId: number) => Promise<Refusal | null>;
  /**
   * Checked before the ledger records the call.
   *
   * @param hasSucceededBefore true for the repeat of a call that has succeeded
   */
  readonly beforeCommand?: (
    call: Omit<Call<N>, "command">,
    hasSucceededBefore: boolean,
  ) => Promise<Refusal | null>;
};

/** A route handler. */
export type Handler<N extends CallName> = (call: Call<N>) => Promise<HandlerResult<N>>;
