// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { ConfirmEmailPage } from "./mailed-link-pages.tsx";

test("the confirmation page says that another account has the address", async () => {
  const message = "There is an account with that e-mail address already.";
  const failure = { ok: false, status: 422, code: "invalid", message, fields: { email: message } };
  const route = { path: "/", loader: () => ({ failure }), element: <ConfirmEmailPage /> };
  const hydrationData = { loaderData: { "0": { failure } } };
  const router = createMemoryRouter([route], { hydrationData });
  const services = { clock: { now: () => 0 } } as never;
  const { remove } = await renderForTest(<RouterProvider router={router} />, services);
  expect(document.querySelector("[role=alert]")?.textContent).toBe(message);
  await remove();
});
