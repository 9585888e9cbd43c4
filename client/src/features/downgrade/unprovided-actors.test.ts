import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { DetailsResult, DowngradeKind, EarlierDowngrade } from "./downgrade-values.ts";
import { downgradeMachine } from "./downgrade.machine.ts";
import { afterPromises, details } from "./testing/downgrade-harness.ts";

test("actors that are not provided reject", async () => {
  const noEarlier: EarlierDowngrade = { state: "none", kind: "signedIn", unansweredSince: null };
  const findEarlier = fromPromise<EarlierDowngrade, void>(async () => noEarlier);
  const loadDetails = fromPromise<DetailsResult, DowngradeKind>(async () => ({ ok: true, details }));
  const startWith = async (machine: typeof downgradeMachine) => {
    const actor = createActor(machine, {
      input: { fields: { word: "Downgrade" } },
      clock: new SimulatedClock(),
    }).start();
    await afterPromises();
    return actor;
  };
  expect((await startWith(downgradeMachine)).getSnapshot().value).toBe("loadFailed");
  const withoutDetails = downgradeMachine.provide({ actors: { findEarlier } });
  expect((await startWith(withoutDetails)).getSnapshot().value).toBe("loadFailed");
  const actor = await startWith(downgradeMachine.provide({ actors: { findEarlier, loadDetails } }));
  actor.send({ type: "downgrade", key: "a" });
  await afterPromises();
  expect(actor.getSnapshot().value).toBe("unknown");
});
