// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { JournalsNotice } from "./journals-notice.tsx";

let cleanUp = async () => {};
afterEach(() => cleanUp());

async function openPage(address: string) {
  const session = sampleSession(Date.parse("2027-01-01T00:00:00.000Z"));
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => Date.parse("2026-11-23T12:00:00.000Z"), read: () => session },
  }).start();
  const router = createMemoryRouter([{ path: "/journals", element: <JournalsNotice /> }], {
    initialEntries: [address],
  });
  const page = await renderForTest(<RouterProvider router={router} />, { sessionActor });
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const click = (name: string) => act(async () => page.button(name).click());
  return { router, click, text: () => document.body.textContent, firstName: session.user.first_name };
}

test("the greeting after a login link and the message for an error code are shown until they are dismissed", async () => {
  const { router, click, text, firstName } = await openPage("/journals?aul&e=wrong_code&show_themes");
  expect(text()).toContain(`Welcome back, ${firstName}.`);
  expect(text()).toContain("That link has expired");
  await click("Dismiss");
  expect(text()).toBe("");
  expect(router.state.location.search).toBe("?show_themes=");
});

test.each(["Your+account+is+closed", "toString", ""])(
  "an unknown error code shows nothing: “%s”",
  async (error) => {
    const { text } = await openPage(`/journals?e=${error}`);
    expect(text()).toBe("");
  },
);
