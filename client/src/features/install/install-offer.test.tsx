// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { InstallOffer } from "./install-offer.tsx";
import { installText } from "./install-text.ts";

const dayMs = 24 * 3_600_000;

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("./install-banner.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(async () => {
  await cleanUp();
  localStorage.clear();
});

const banner = () => document.querySelector("aside");

async function openPage(path: string, clock: { now(): number }) {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const router = createMemoryRouter([{ path: "*", element: <InstallOffer /> }], { initialEntries: [path] });
  const page = await renderForTest(<RouterProvider router={router} />, {
    clock,
    analytics: { track: () => {} },
  });
  cleanUp = page.remove;
  return {
    prompt,
    navigate: (to: string) => act(() => router.navigate(to)),
    click: (name: string) => act(async () => page.button(name).click()),
    /** The browser offers the installation. Returns whether the page holds the browser's own prompt back. */
    offer: async () => {
      const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
      await act(async () => void window.dispatchEvent(event));
      await act(() => import("./install-banner.tsx"));
      return event.defaultPrevented;
    },
  };
}

test("a dismissed offer stays hidden after a reload, returns after 15 days, and installs", async () => {
  const clock = { time: Date.parse("2026-11-23T12:00:00.000Z"), now: () => clock.time };
  let page = await openPage("/journals", clock);
  expect(await page.offer()).toBe(true);
  expect(banner()?.getAttribute("aria-label")).toBe("Install Daybook");
  await page.click(installText.close);
  expect(banner()).toBeNull();

  await cleanUp();
  page = await openPage("/journals", clock);
  expect(await page.offer()).toBe(true);
  expect(banner()).toBeNull();

  clock.time += 15 * dayMs;
  await page.offer();
  expect(page.prompt).not.toHaveBeenCalled();
  await page.click(installText.install);
  expect(banner()).toBeNull();
  expect(page.prompt).toHaveBeenCalledTimes(1);
});

test("the offer waits until the journals are shown", async () => {
  const page = await openPage("/journals/1/2", { now: () => 0 });
  expect(await page.offer()).toBe(true);
  expect(banner()).toBeNull();
  await page.navigate("/journals");
  expect(banner()).not.toBeNull();
});

test("an installed app is not offered again", async () => {
  const page = await openPage("/journals", { now: () => 0 });
  await page.offer();
  expect(banner()).not.toBeNull();
  await act(async () => void window.dispatchEvent(new Event("appinstalled")));
  expect(banner()).toBeNull();
  await page.navigate("/journals/1/2");
  await page.navigate("/journals");
  expect(banner()).toBeNull();
});
