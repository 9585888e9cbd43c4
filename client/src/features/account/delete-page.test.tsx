// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api, ApiFailure, CallOptions } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { DeletePage } from "./delete-page.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Sends the form once for each reply. Returns why the session ended; `null` when it did not. */
async function endReasonAfter(replies: ApiFailure[]) {
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => sampleSession(now + 40 * 86_400_000) },
  }).start();
  // Like the request layer, which reports a 401 about the session unless the call is quiet.
  const call = async (_name: string, _input: unknown, options: CallOptions = {}) => {
    const reply = replies.shift();
    if (reply?.code === "unauthenticated" && !options.quiet401) sessionActor.send({ type: "unauthorised" });
    return reply;
  };
  const services = { api: { call } as unknown as Api, sessionActor };
  const page = await renderForTest(
    <MemoryRouter>
      <DeletePage />
    </MemoryRouter>,
    services,
  );
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  while (replies.length > 0) {
    const submit = new Event("submit", { bubbles: true, cancelable: true });
    // oxlint-disable-next-line no-await-in-loop -- the form is sent again after each reply
    await act(async () => void document.querySelector("form")!.dispatchEvent(submit));
  }
  return sessionActor.getSnapshot().context.endReason;
}

const lost = sampleFailure(0, "network");
const unauthenticated = sampleFailure(401, "unauthenticated");

test.each([
  [
    "a repeat without a session means that the lost request deleted the account",
    [lost, unauthenticated],
    "deleted",
  ],
  ["a first request without a session leads to the log-in", [unauthenticated], "unauthorised"],
  [
    "a repeat from a wrong clock says nothing about the account",
    [lost, sampleFailure(401, "clock_skew")],
    null,
  ],
])("%s", async (_, replies, endReason) => {
  expect(await endReasonAfter(replies)).toBe(endReason);
});
