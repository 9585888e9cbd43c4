// @vitest-environment happy-dom
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { MobileStep } from "./mobile-step.tsx";

test.each([
  ["splash", true],
  ["full", false],
])(
  "with the mobile screens “%s”, the step says that writing needs a computer: %s",
  async (screens, expected) => {
    document.documentElement.dataset["mobileScreens"] = screens;
    const sessionActor = createActor(sessionMachine, { input: { now: Date.now, read: () => null } }).start();
    const page = await renderForTest(
      <MemoryRouter>
        <MobileStep />
      </MemoryRouter>,
      { sessionActor },
    );
    expect(document.body.textContent.includes("Writing and reading need a computer")).toBe(expected);
    expect(document.body.textContent).toContain("You can be logged in on several devices");
    await page.remove();
    sessionActor.stop();
    delete document.documentElement.dataset["mobileScreens"];
  },
);
