// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { sessionMachine } from "../session/session.machine.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { Toasts, useToasts } from "./toast.tsx";

test("the toasts of a user disappear when the session ends, and toasts of an action that ends later are not shown", async () => {
  const session = sampleSession(Date.now() + 1e9);
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => Date.now(), read: () => session },
  }).start();
  let toasts = null as unknown as ReturnType<typeof useToasts>;
  function Page() {
    toasts = useToasts();
    return <Toasts />;
  }
  const { remove } = await renderForTest(<Page />, { sessionActor });
  const toastsOfUser = toasts;
  await act(async () => toasts.show("The journal “Plague” was moved to the trash."));
  expect(document.body.textContent).toContain("Plague");
  await act(async () => sessionActor.send({ type: "account.deleted" }));
  expect(document.body.textContent).not.toContain("Plague");
  await act(async () => toastsOfUser.show("“Plague” was restored."));
  expect(document.body.textContent).not.toContain("Plague");
  await act(async () => toasts.show("You are logged out."));
  expect(document.body.textContent).toContain("You are logged out.");
  await remove();
  sessionActor.stop();
});
