// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { renderForTest } from "../shared/testing/rendered.tsx";
import { useFocusOnNavigation } from "./use-focus-on-navigation.ts";

function Layout() {
  useFocusOnNavigation();
  return (
    <>
      <header>
        <input aria-label="Search" />
        <button type="button">Menu</button>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  );
}

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function openLayout() {
  const router = createMemoryRouter([
    {
      Component: Layout,
      children: [
        { path: "/", element: <h1>Journals</h1> },
        { path: "/account", element: <h1>Account</h1> },
        // Its field takes the focus when the page appears.
        {
          path: "/find",
          element: (
            <>
              <h1>Find</h1>
              <input aria-label="Query" ref={(field) => field?.focus()} />
            </>
          ),
        },
      ],
    },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />);
  removePage = page.remove;
  return {
    navigate: (to: string, state?: { previousPath: string }) => act(() => router.navigate(to, { state })),
    focus: (selector: string) => document.querySelector<HTMLElement>(selector)?.focus(),
    focused: () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  };
}

test("a new page gets the focus at its heading", async () => {
  const page = await openLayout();
  page.focus("button");
  await page.navigate("/account");
  expect(page.focused()).toBe("Account");
});

test("the focus stays in a field of the new page", async () => {
  const page = await openLayout();
  await page.navigate("/find");
  expect(page.focused()).toBe("Query");
});

test("the focus stays in a field of the header", async () => {
  const page = await openLayout();
  page.focus("input");
  await page.navigate("/account");
  expect(page.focused()).toBe("Search");
});

test("the focus stays where it is when only the URL of the page changed", async () => {
  const page = await openLayout();
  page.focus("button");
  await page.navigate("/account", { previousPath: "/" });
  expect(page.focused()).toBe("Menu");
});
