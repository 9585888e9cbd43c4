// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import { LoginForm } from "./login-form.tsx";

afterEach(() => expiredAccount.set(null));

const expiredReply = {
  ok: false,
  status: 403,
  code: "expired_pro",
  message: "Your PRO membership has ended.",
  body: { expired_pro: true },
  retryAfter: null,
};
const configReply = { ok: true, status: 200, data: { turnstile_site_key: null } };

test("when the plan has ended, a log-in leads to the renewal and keeps e-mail and password in memory", async () => {
  expiredAccount.set({ email: "earlier@example.org", password: "of somebody else" });
  const api = {
    call: async (name: string) => (name === "login" ? expiredReply : configReply),
  } as unknown as Api;
  const clientConfig = new ClientConfigStore(api);
  const router = createMemoryRouter(
    [
      { path: "/app/login", element: <LoginForm banner={null} /> },
      { path: "/app/renew", element: null },
    ],
    { initialEntries: ["/app/login?after_login=%2Fsearch"] },
  );
  const services = { api, clientConfig } as unknown as Services;
  const page = await renderForTest(<RouterProvider router={router} />, services);
  expect(expiredAccount.get()).toBeNull();
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  field("email").value = " samuel@example.org ";
  field("password").value = "blessed be god";
  await act(async () => page.button("Log in").click());
  const { pathname, search, hash, state } = router.state.location;
  expect({ pathname, search, hash, state }).toEqual({
    pathname: "/app/renew",
    search: "?after_login=%2Fsearch",
    hash: "",
    state: null,
  });
  expect(expiredAccount.get()).toEqual({ email: "samuel@example.org", password: "blessed be god" });
  await page.remove();
});
