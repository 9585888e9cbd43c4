import { expect, test } from "vitest";
import { pollIntervalMs, retryDelayMs } from "../../shared/operations/operation.machine.ts";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import type { EarlierDowngrade } from "./downgrade-values.ts";
import { successMs } from "./downgrade.machine.ts";
import {
  afterPromises,
  details,
  endedOperation,
  halfDoneOperation,
  log,
  noAnswer,
  startFilled,
  startMachine,
  stoppedOperation,
  wrongPassword,
} from "./testing/downgrade-harness.ts";

test.each(["signedIn", "loggedOut", "plusToPro"] as const)(
  "%s: the downgrade is explained, confirmed, followed to its end, and the page then redirects",
  async (kind) => {
    const { send, advance, state, context, recorded } = await startFilled(kind, {
      polls: [halfDoneOperation],
    });
    expect(context().details).toEqual(details);
    await send({ type: "downgrade", key: "a" });
    expect(state()).toBe("running");
    await advance(pollIntervalMs);
    expect(context().operation).toEqual(halfDoneOperation);
    await advance(pollIntervalMs);
    expect(state()).toBe("done");
    expect(recorded.sessionUpdates).toEqual([kind]);
    expect(recorded.forgetCount).toBe(1);
    expect(context().fields.password).toBe("");
    expect(context().submission).toBeNull();
    await advance(successMs - 1);
    expect(recorded.redirects).toEqual([]);
    await advance(1);
    expect(state()).toBe("redirected");
    expect(recorded.redirects).toEqual([kind]);
  },
);

test.each(["", "downgrade", "Downgrad", "Downgrade!"])("nothing is sent for the word “%s”", async (word) => {
  const { send, state, recorded } = await startFilled("signedIn");
  await send({ type: "typed", fields: { word } });
  await send({ type: "downgrade", key: "a" });
  expect(state()).toBe("confirming");
  expect(recorded.submissions).toEqual([]);
});

test("spaces around the word do not matter", async () => {
  const { send, state } = await startFilled("signedIn");
  await send({ type: "typed", fields: { word: " Downgrade " } });
  await send({ type: "downgrade", key: "a" });
  expect(state()).toBe("running");
});

test.each([{ email: " " }, { password: "" }])(
  "when logged out, nothing is sent when a field is empty: %o",
  async (fields) => {
    const { send, state, recorded } = await startFilled("loggedOut");
    await send({ type: "typed", fields });
    await send({ type: "downgrade", key: "a" });
    expect(state()).toBe("confirming");
    expect(recorded.submissions).toEqual([]);
  },
);

test("a user with PRO plus can downgrade to the basic plan instead of PRO", async () => {
  const { send, recorded } = await startFilled("plusToPro");
  await send({ type: "kind.chosen", kind: "signedIn" });
  await send({ type: "downgrade", key: "a" });
  expect(recorded.submissions.map((submission) => submission?.kind)).toEqual(["signedIn"]);
});

test("accepting the offer opens the renewal, and nothing is downgraded", async () => {
  const { send, state, recorded } = await startFilled("signedIn");
  await send({ type: "offer.claimed" });
  expect(state()).toBe("claimed");
  expect(recorded.renewalCount).toBe(1);
  expect(recorded.submissions).toEqual([]);
});

test.each([[sampleFailure(503, "unavailable")], [new Error("broken")]])(
  "without the details there is no form, and the user can load them again",
  async (answer) => {
    const { send, state, context } = startMachine("signedIn", { details: [answer] });
    await afterPromises();
    expect(state()).toBe("loadFailed");
    await send({ type: "downgrade", key: "a" });
    expect(state()).toBe("loadFailed");
    await send({ type: "again" });
    expect(state()).toBe("confirming");
    expect(context().failure).toBeNull();
  },
);

test("a refusal leads back to the filled-in form, and the next try has its own key", async () => {
  const { send, state, context, recorded } = await startFilled("loggedOut", { starts: [wrongPassword] });
  await send({ type: "typed", fields: { comments: "Too dear" } });
  await send({ type: "downgrade", key: "a" });
  expect(state()).toBe("confirming");
  expect(context().failure).toEqual(wrongPassword);
  expect(context().fields).toEqual({
    email: "samuel@example.org",
    password: "blessed be god",
    word: "Downgrade",
    comments: "Too dear",
  });
  await send({ type: "typed", fields: { password: "blessed be God" } });
  await send({ type: "downgrade", key: "b" });
  expect(context().failure).toBeNull();
  expect(recorded.submissions.map((submission) => [submission?.key, submission?.fields.password])).toEqual([
    ["a", "blessed be god"],
    ["b", "blessed be God"],
  ]);
});

test.each([[noAnswer], [sampleFailure(500, "internal")], [new Error("broken")]])(
  "after a request whose outcome is unknown, only the same downgrade can be sent again",
  async (answer) => {
    const { send, state, recorded } = await startFilled("signedIn", { starts: [answer, answer] });
    await send({ type: "downgrade", key: "a" });
    expect(state()).toBe("unknown");
    await send({ type: "downgrade", key: "b" });
    await send({ type: "offer.claimed" });
    await send({ type: "kind.chosen", kind: "plusToPro" });
    await send({ type: "typed", fields: { comments: "Changed meanwhile" } });
    expect(state()).toBe("unknown");
    await send({ type: "again" });
    expect(state()).toBe("unknown");
    await send({ type: "again" });
    expect(state()).toBe("running");
    expect(recorded.submissions).toHaveLength(3);
    expect(new Set(recorded.submissions).size).toBe(1);
  },
);

test.each(["signedIn", "plusToPro"] as const)(
  "%s: a repeated request without a session leads to the log-in",
  async (kind) => {
    const { send, state, recorded } = await startFilled(kind, {
      starts: [noAnswer, sampleFailure(401, "unauthenticated")],
    });
    await send({ type: "downgrade", key: "a" });
    await send({ type: "again" });
    expect(state()).toBe("sessionEnded");
    expect(recorded.sessionUpdates).toEqual(["signedIn"]);
  },
);

test("an unreachable server only delays the end of the downgrade", async () => {
  const { send, advance, state, context } = await startFilled("signedIn", {
    polls: [halfDoneOperation, new Error("no response")],
  });
  await send({ type: "downgrade", key: "a" });
  await advance(pollIntervalMs);
  await advance(pollIntervalMs);
  expect(state()).toBe("running");
  expect(context().operation).toEqual(halfDoneOperation);
  await advance(retryDelayMs);
  expect(state()).toBe("done");
});

test("a downgrade that stops leads back to the form, which can send a new one", async () => {
  const { send, advance, state, context, recorded } = await startFilled("signedIn", {
    polls: [stoppedOperation],
  });
  await send({ type: "downgrade", key: "a" });
  await advance(pollIntervalMs);
  expect(state()).toBe("confirming");
  expect(context().hasStopped).toBe(true);
  expect(context().fields.word).toBe("Downgrade");
  await send({ type: "downgrade", key: "b" });
  expect(context().hasStopped).toBe(false);
  await advance(pollIntervalMs);
  expect(state()).toBe("done");
  expect(recorded.submissions.map((submission) => submission?.key)).toEqual(["a", "b"]);
});

test.each(["signedIn", "loggedOut", "plusToPro"] as const)(
  "%s: a downgrade that was sent before the page was opened is followed to its end",
  async (kind) => {
    const earlier: EarlierDowngrade = { state: "running", kind, operation: halfDoneOperation, token: "t" };
    const { advance, state, context, recorded } = startMachine("signedIn", { earlier: [earlier] });
    await afterPromises();
    expect(state()).toBe("running");
    expect([context().kind, context().operation]).toEqual([kind, halfDoneOperation]);
    await advance(pollIntervalMs);
    expect(state()).toBe("done");
    expect([recorded.sessionUpdates, recorded.submissions]).toEqual([[kind], []]);
    await advance(successMs);
    expect(recorded.redirects).toEqual([kind]);
  },
);

test("an earlier downgrade that has ended is shown as done, and the browser forgets it", async () => {
  const earlier: EarlierDowngrade = {
    state: "done",
    kind: "signedIn",
    operation: endedOperation,
    token: "t",
  };
  const { advance, state, recorded } = startMachine("signedIn", { earlier: [earlier] });
  await afterPromises();
  expect([state(), recorded.forgetCount]).toEqual(["done", 1]);
  await advance(successMs);
  expect(recorded.redirects).toEqual(["signedIn"]);
});

test("an earlier downgrade that may have ended the session leads to the log-in", async () => {
  const { state, recorded } = startMachine("signedIn", { earlier: [{ state: "session ended" }] });
  await afterPromises();
  expect([state(), recorded.sessionUpdates]).toEqual(["sessionEnded", ["signedIn"]]);
});

test("an earlier downgrade that stopped or got no answer leads to the form, and the context says so", async () => {
  const { state, context } = startMachine("signedIn", { earlier: [{ state: "stopped", kind: "signedIn" }] });
  await afterPromises();
  expect([state(), context().hasStopped]).toEqual(["confirming", true]);
  const unanswered: EarlierDowngrade = { state: "none", kind: "loggedOut", unansweredSince: 5 };
  const visitor = await startFilled("loggedOut", { earlier: [unanswered] });
  expect(visitor.context().unansweredSince).toBe(5);
  await visitor.send({ type: "downgrade", key: "a" });
  expect(visitor.context().unansweredSince).toBeNull();
});

test("a user without a plan gets no form", async () => {
  const { state } = startMachine("signedIn", { earlier: [{ state: "no plan" }] });
  await afterPromises();
  expect(state()).toBe("nothing");
});

test.each([[{ state: "unreachable", failure: noAnswer } as const], [new Error("broken")]])(
  "while the server is unreachable there is no form, and the user can try again",
  async (answer) => {
    const { send, state } = startMachine("signedIn", { earlier: [answer] });
    await afterPromises();
    expect(state()).toBe("loadFailed");
    await send({ type: "again" });
    expect(state()).toBe("confirming");
  },
);

test("when the operation of an earlier downgrade can no longer be read, the page looks for an earlier downgrade again", async () => {
  const earlier: EarlierDowngrade = {
    state: "running",
    kind: "signedIn",
    operation: halfDoneOperation,
    token: "t",
  };
  const { advance, state } = startMachine("signedIn", { earlier: [earlier], polls: [null] });
  await afterPromises();
  await advance(pollIntervalMs);
  expect(state()).toBe("confirming");
});

test("when the operation can no longer be read, sending the same request again finds the downgrade", async () => {
  const { send, advance, state, recorded } = await startFilled("signedIn", { polls: [null] });
  await send({ type: "downgrade", key: "a" });
  await advance(pollIntervalMs);
  expect(state()).toBe("unknown");
  await send({ type: "again" });
  await advance(pollIntervalMs);
  expect(state()).toBe("done");
  expect(recorded.submissions.map((submission) => submission?.key)).toEqual(["a", "a"]);
});

test("sending the form twice sends one downgrade", async () => {
  const { send, recorded } = await startFilled("signedIn");
  void send({ type: "downgrade", key: "a" });
  await send({ type: "downgrade", key: "b" });
  expect(recorded.submissions).toHaveLength(1);
});

test("the tests above take every transition", () => {
  expect(log.missing()).toEqual([]);
});
