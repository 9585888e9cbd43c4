// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
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
