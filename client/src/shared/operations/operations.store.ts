import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { makeAutoObservable, runInAction } from "mobx";
import { createActor, fromPromise } from "xstate";
import type { Api } from "../api-client.ts";
import type { Services } from "../services.ts";
import { operationMachine } from "./operation.machine.ts";

/** An act that the server goes on with; `words` say what it does. */
export type Followed = { readonly operation: Operation; readonly words: string; readonly isHidden: boolean };

/** The long acts that this tab has begun. They are followed to their end from whatever page. */
export class OperationsStore {
  all: readonly Followed[] = [];
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Follows an act; `ended` is told once it is over, also when nobody looks at it any more. */
  follow(operation: Operation, words: string, ended: (operation: Operation) => void): void {
    this.all = [...this.all, { operation, words, isHidden: false }];
    const actor = createActor(
      operationMachine.provide({
        actors: {
          ask: fromPromise(async ({ input, signal }) => {
            const params = { operationId: String(input) };
            const result = await this.#api.call("getOperation", { params }, { signal });
            if (result.ok) return result.data.operation;
            if (result.status === 401 || result.status === 404) return null;
            throw new Error(result.code);
          }),
        },
      }),
      { input: { operation } },
    );
    actor.subscribe(({ status, value, context }) => {
      runInAction(() => this.take(context.operation, status === "done"));
      if (value === "ended") ended(context.operation);
    });
    actor.start();
  }

  /** Takes the display of an act away; the act goes on. */
  hide(id: number): void {
    this.all = this.all.map((one) => (one.operation.id === id ? { ...one, isHidden: true } : one));
  }

  private take(operation: Operation, isOver: boolean): void {
    this.all = isOver
      ? this.all.filter((one) => one.operation.id !== operation.id)
      : this.all.map((one) => (one.operation.id === operation.id ? { ...one, operation } : one));
  }
}

const known = new WeakMap<Services, OperationsStore>();

/** The long acts of this page; made with the first one that asks, so that the first load carries none of it. */
export function operationsOf(services: Services): OperationsStore {
  const store = known.get(services) ?? new OperationsStore(services.api);
  known.set(services, store);
  return store;
}
