// @vitest-environment happy-dom
import type { Session } from "@daybook/domain/contract/sessions";
import { act, type ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { DeletePage } from "./delete-page.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");
const firstSession = sampleSession(now + 40 * 86_400_000);
const otherSession = sampleSession(now + 40 * 86_400_000, "other", 8);
otherSession.user.email = "elizabeth@example.org";

const profile = {
  first_name: "Samuel",
  last_name: "Pepys",
  email: "samuel@example.org",
  created_at: "2026-11-20T12:00:00.000Z",
  pending_email: null,
};

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Sends the form of a page. `reply` lets the answer arrive. */
async function sendForm(node: ReactNode, data: unknown) {
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => firstSession },
  }).start();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const call = async (name: string) => {
    if (name === "getProfile") return { ok: true, status: 200, data: { profile } };
    await answered;
    return { ok: true, status: 200, data };
  };
  const page = await renderForTest(<MemoryRouter>{node}</MemoryRouter>, {
    api: { call } as unknown as Api,
    sessionActor,
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  });
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const submit = new Event("submit", { bubbles: true, cancelable: true });
  const send = () => act(async () => void document.querySelector("form")!.dispatchEvent(submit));
  await send();
  return {
    send,
    logIn: (session: Session) => act(async () => sessionActor.send({ type: "session.opened", session })),
    logOut: () => act(async () => sessionActor.send({ type: "unauthorised" })),
    reply: () => act(async () => answer()),
    session: () => sessionActor.getSnapshot().context.session,
  };
}

const forms = {
  profile: { node: <ProfileSection />, data: { profile, pending_email: null } },
  password: { node: <PasswordSection onChanged={() => {}} />, data: firstSession },
  deletion: { node: <DeletePage />, data: null },
};

test.each(["profile", "password", "deletion"] as const)(
  "a late reply to the form of a %s leaves another user's session as it is",
  async (name) => {
    const { node, data } = forms[name];
    const { logIn, reply, session } = await sendForm(node, data);
    await logIn(otherSession);
    await reply();
    expect(session()).toEqual(otherSession);
  },
);

test("a late reply to a new password does not undo a log-out", async () => {
  const { logOut, reply, session } = await sendForm(forms.password.node, forms.password.data);
  await logOut();
  await reply();
  expect(session()).toBeNull();
});

test("a saved name is in the session, and the profile can be saved again", async () => {
  const form = await sendForm(<ProfileSection />, {
    profile: { ...profile, first_name: "Sam" },
    pending_email: null,
  });
  await form.reply();
  expect(form.session()?.user.first_name).toBe("Sam");
  await form.send();
  expect(document.querySelector("[role=status]")?.textContent).toBe("Saved");
});

test("a deletion ends the session", async () => {
  const { reply, session } = await sendForm(forms.deletion.node, null);
  await reply();
  expect(session()).toBeNull();
});
