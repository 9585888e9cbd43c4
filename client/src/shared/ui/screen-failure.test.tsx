// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { ApiFailure } from "../api-client.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { ScreenFailure } from "./screen-failure.tsx";

const noResponse: ApiFailure = {
  ok: false,
  status: 0,
  code: "network",
  message: "Cannot reach Daybook. Check your connection and try again.",
  body: null,
  retryAfter: null,
};
const serverFailure: ApiFailure = {
  ...noResponse,
  status: 500,
  code: "internal",
  message: "Something went wrong on our side. Please try again.",
};

test.each([
  ["cannot be reached", noResponse, "Cannot reach Daybook. Showing what was loaded last."],
  ["fails", serverFailure, `${serverFailure.message} Showing what was loaded last.`],
])("above earlier data, a notice says that the server %s", async (_, failure, text) => {
  const router = createMemoryRouter([{ path: "/", element: <ScreenFailure failure={failure} stale /> }]);
  const { remove } = await renderForTest(<RouterProvider router={router} />);
  expect(document.body.textContent).toContain(text);
  await remove();
});
