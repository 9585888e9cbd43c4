// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { Api, CallOptions } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { ResetPasswordPage } from "./reset-password-page.tsx";

test.each([
  ["hidden when the link is complete", "samuel@example.com", true],
  ["shown when the link was cut off in the address", "samuel@exam", false],
  ["shown when the link has no address", undefined, false],
])("the fields of the address and the code are %s", async (_, email, isHidden) => {
  const linkSecrets = { code: "abc", ...(email !== undefined && { email }) };
  const route = { path: "/", loader: () => linkSecrets, element: <ResetPasswordPage /> };
  const router = createMemoryRouter([route], { hydrationData: { loaderData: { "0": linkSecrets } } });
  const { field, remove } = await renderForTest(<RouterProvider router={router} />);
  for (const label of ["E-mail", "Code"]) expect(field(label).closest("[hidden]") !== null).toBe(isHidden);
  await remove();
  router.dispose();
});

test("after a new code was sent, the code and the address of an earlier link are not used", async () => {
  const linkSecrets = { code: "old code", email: "old@example.com" };
  const route = { path: "/", loader: () => linkSecrets, element: <ResetPasswordPage /> };
  const router = createMemoryRouter([route], {
    hydrationData: { loaderData: { "0": linkSecrets } },
    initialEntries: [{ pathname: "/", state: { sentTo: "samuel@example.com" } }],
  });
  const { field, remove } = await renderForTest(<RouterProvider router={router} />);
  for (const label of ["E-mail", "Code"]) expect(field(label).closest("[hidden]")).toBeNull();
  expect([field("E-mail").value, field("Code").value]).toEqual(["samuel@example.com", ""]);
  await remove();
  router.dispose();
});

/** Sets a new password. The person does `beforeReply` while the call is under way. */
async function resetPassword({ isLoggedIn, beforeReply }: ResetCase) {
  const expiresAt = Date.now() + 40 * 86_400_000;
  const logout = fromPromise<unknown, void>(() => new Promise(() => {}));
  const sessionActor = createActor(sessionMachine.provide({ actors: { logout } }), {
    input: { now: Date.now, read: () => (isLoggedIn ? sampleSession(expiresAt) : null) },
  }).start();
  const endedTokens: unknown[] = [];
  let answer = (_reply: unknown) => {};
  const call = (name: string, _input: unknown, options: CallOptions = {}) => {
    if (name === "logout") return void endedTokens.push(options.session?.access_token.token);
    return new Promise((resolve) => (answer = resolve));
  };
  const linkSecrets = { code: "abc", email: "samuel@example.com" };
  const router = createMemoryRouter(
    [
      { path: "/", loader: () => linkSecrets, element: <ResetPasswordPage /> },
      { path: "*", element: null },
    ],
    { hydrationData: { loaderData: { "0": linkSecrets } } },
  );
  const services = { api: { call } as unknown as Api, sessionActor };
  const { field, remove } = await renderForTest(<RouterProvider router={router} />, services);
  for (const label of ["New password", "Confirm new password"]) field(label).value = "by water";
  const submit = new Event("submit", { bubbles: true, cancelable: true });
  await act(async () => void document.querySelector("form")!.dispatchEvent(submit));
  if (beforeReply === "leaves") await act(() => router.navigate("/help"));
  if (beforeReply === "logs out") await act(async () => sessionActor.send({ type: "logout" }));
  await act(async () => answer({ ok: true, status: 200, data: sampleSession(expiresAt, "new") }));
  const token = sessionActor.getSnapshot().context.session?.access_token.token;
  await remove();
  sessionActor.stop();
  return { path: router.state.location.pathname, token, endedTokens };
}

type ResetCase = { isLoggedIn: boolean; beforeReply: "leaves" | "logs out" | null };

test.each<[string, ResetCase, object]>([
  [
    "a user who is logged in goes on with the new session",
    { isLoggedIn: true, beforeReply: null },
    { path: "/app/account", token: "new", endedTokens: [] },
  ],
  [
    "a user who left the page stays on the other one",
    { isLoggedIn: true, beforeReply: "leaves" },
    { path: "/help", token: "new", endedTokens: [] },
  ],
  [
    "a user who is logging out does not get the new session, which is ended",
    { isLoggedIn: true, beforeReply: "logs out" },
    { path: "/app/login", token: "token", endedTokens: ["new"] },
  ],
  [
    "a visitor who left the page stays on the other one, and the new session is ended",
    { isLoggedIn: false, beforeReply: "leaves" },
    { path: "/help", token: undefined, endedTokens: ["new"] },
  ],
])("after a reset, %s", async (_, resetCase, outcome) => {
  expect(await resetPassword(resetCase)).toEqual(outcome);
});
