// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import { LoginPage } from "./login-page.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const tooManyLogins = { ...sampleFailure(429, "rate_limited"), retryAfter: 540_000 };

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Opens the login page, on which every log-in is refused because there were too many. */
async function openPage(address: string) {
  const api = {
    call: async (name: string) =>
      name === "login" ? tooManyLogins : { ok: true, status: 200, data: { turnstile_site_key: null } },
  } as unknown as Api;
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => null },
  }).start();
  const router = createMemoryRouter([{ path: "/app/login", element: <LoginPage /> }], {
    initialEntries: [address],
  });
  const page = await renderForTest(<RouterProvider router={router} />, {
    api,
    sessionActor,
    clientConfig: new ClientConfigStore(api),
    clock: { now: () => now },
  });
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  return {
    reason: () => document.querySelector("[role=status]")?.textContent,
    logIn: async () => {
      field("email").value = "samuel@example.org";
      field("password").value = "and so to bed";
      await act(async () => page.button("Log in").click());
    },
  };
}

test.each([
  ["unauthed", "session has ended"],
  ["expired", "away for a while"],
  ["idle", "were idle"],
  ["logged_out", "logged out"],
  ["password_changed", "Password changed"],
])("with the message “%s”, the page says why the person has to log in: “%s”", async (message, sentence) => {
  const { reason } = await openPage(`/app/login?message=${message}&status=401`);
  expect(reason()).toContain(sentence);
});

test("an unknown message in the URL is not shown", async () => {
  const { reason } = await openPage("/app/login?message=Call%20this%20number&status=401");
  expect(document.querySelector("h1")?.textContent).toBe("Welcome back");
  expect(reason()).toBeUndefined();
  expect(document.body.textContent).not.toContain("Call this number");
});

test("after too many attempts, the page says when the next one is possible, instead of why the person was sent there", async () => {
  const { reason, logIn } = await openPage("/app/login?message=idle&status=401");
  await logIn();
  expect(document.body.textContent).toMatch(/Try again at \d+:\d\d.*, in 9 minutes/);
  expect(reason()).toBeUndefined();
});
