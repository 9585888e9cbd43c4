import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { makeAutoObservable, runInAction } from "mobx";
import { createActor, fromPromise } from "xstate";
import type { Api } from "../api-client.ts";
import type { Services } from "../services.ts";
import { operationMachine } from "./operation.machine.ts";

/** A background operation that this tab polls; `text` describes it. */
export type FollowedOperation = {
  readonly operation: Operation;
  readonly text: string;
  readonly isHidden: boolean;
};

/** The background operations that this tab started. Polling continues when the user opens another page. */
export class OperationsStore {
  all: readonly FollowedOperation[] = [];
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /**
   * Follows an operation. `onEnd` is called when the operation has ended, even if its progress is hidden. It is not called if the user
   * loses access to the operation.
   */
  follow(operation: Operation, text: string, onEnd: (operation: Operation) => void): void {
    this.all = [...this.all, { operation, text, isHidden: false }];
    const actor = createActor(
      operationMachine.provide({
        actors: {
          poll: fromPromise(async ({ input, signal }) => {
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
      runInAction(() => this.update(context.operation, status === "done"));
      if (value === "ended") onEnd(context.operation);
    });
    actor.start();
  }

  /** Hides the progress of an operation; the operation continues. */
  hide(id: number): void {
    this.all = this.all.map((followed) =>
      followed.operation.id === id ? { ...followed, isHidden: true } : followed,
    );
  }

  private update(operation: Operation, hasEnded: boolean): void {
    this.all = hasEnded
      ? this.all.filter((followed) => followed.operation.id !== operation.id)
      : this.all.map((followed) =>
          followed.operation.id === operation.id ? { ...followed, operation } : followed,
        );
  }
}

const storeOfServices = new WeakMap<Services, OperationsStore>();

/**
 * The operations of this tab. The store is created on first use. It is not a part of `Services`, because then its code would be in the
 * first load.
 */
export function operationsOf(services: Services): OperationsStore {
  const store = storeOfServices.get(services) ?? new OperationsStore(services.api);
  storeOfServices.set(services, store);
  return store;
}
