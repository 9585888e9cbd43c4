// @vitest-environment happy-dom
import { dateFormats } from "@daybook/domain/contract/settings-values";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { ActionResult } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleSettings } from "../../shared/testing/test-server.ts";
import { CustomizePage } from "./customize-page.tsx";

let removePage = async () => {};
afterEach(() => removePage());

/** Opens the page. `answer(n, …)` answers the nth change of a setting, counted from 0. */
async function openPage() {
  const answers: ((result: ActionResult) => void)[] = [];
  const services = {
    settings: {
      current: createAtom(sampleSettings),
      change: () => new Promise((resolve) => answers.push(resolve)),
    },
    sessionActor: createActor(sessionMachine, { input: { now: Date.now, read: () => null } }).start(),
    clock: { now: Date.now },
  } as unknown as Services;
  const element = <CustomizePage />;
  const router = createMemoryRouter([{ id: "page", path: "/", element }], {
    hydrationData: { loaderData: { page: { failure: null } } },
  });
  const page = await renderForTest(<RouterProvider router={router} />, services);
  removePage = page.remove;
  const otherFormats = dateFormats.filter((format) => format !== sampleSettings.date_format);
  return {
    choose: (index: number) =>
      act(async () =>
        document.querySelector<HTMLInputElement>(`input[value="${otherFormats[index]}"]`)?.click(),
      ),
    answer: (index: number, result: ActionResult) => act(async () => answers[index]?.(result)),
  };
}

const failure = sampleFailure(503, "unavailable");

test("the page shows why a date format was not saved, but not when another one was chosen in the meantime", async () => {
  const { choose, answer } = await openPage();
  await choose(0);
  await choose(1);
  await choose(0);
  await answer(0, failure);
  await answer(1, { ok: true });
  await answer(2, { ok: true });
  expect(document.body.textContent).not.toContain(failure.message);
  await choose(2);
  await answer(3, failure);
  expect(document.body.textContent).toContain(failure.message);
});
