import type { Contract, Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Actor, Caller, Command, Refusal } from "@daybook/application/context";
import type { z } from "zod";

/** A parsed request, as a route handler gets it. */
export type Call<N extends CallName> = {
  readonly params: z.output<Contract[N]["params"]>;
  readonly query: z.output<Contract[N]["query"]>;
  readonly body: z.output<Contract[N]["body"]>;
  readonly actor: Contract[N]["access"] extends "session" ? Actor : null;
  readonly command: Command;
  readonly caller: Caller;
  /** The origin of the request's URL; URLs in replies begin with it. */
  readonly origin: string;
};

/** The result of a handler: a status of the contract with its body, or a refusal. */
export type Answer<N extends CallName> =
  | { readonly status: number; readonly body: Exclude<Reply<N>, null> }
  | { readonly status: 204 }
  | Refusal;

/** A route handler. */
export type Handler<N extends CallName> = (call: Call<N>) => Promise<Answer<N>>;
