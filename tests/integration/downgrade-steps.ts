import type { Application } from "@daybook/application/application";
import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { LockType } from "@daybook/domain/contract/lock-types";
import { beforeAll, beforeEach, expect } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { lockForm, password as lockPassword } from "./lockable-diary.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** The password of every person's account. */
export const password = "and so to bed 1660";

/** Downgrades a person to the basic plan with this application. Returns when the run has ended or failed, or none was started. */
export async function downgradeWith(app: Application, { session }: RemoteDaybook): Promise<void> {
  if (!session) throw new Error("nobody is logged in");
  const context = contextOf(app, session.user.id);
  let run: Promise<void> | undefined;
  const inBackground: Application["inBackground"] = (_name, work) =>
    void (run = work(new AbortController().signal));
  const request = { to: "free", refund: true, reason: null, comments: "" } as const;
  await startDowngrade({ ...app, inBackground }, context, request);
  await run?.catch(() => {});
}

/** The id and the read token of a started operation. */
export type StartedOperation = { readonly id: number; readonly token: string };

/** Reads an operation with its token, without a session. */
export async function readOperation(daybook: RunningDaybook, { id, token }: StartedOperation) {
  const input = { params: { operationId: String(id) }, query: { token } };
  return ok(await remoteDaybook(daybook.url).call("getOperation", input)).operation;
}

/** Waits without a session until an operation has ended, and returns it. */
export async function waitForEnd(daybook: RunningDaybook, started: StartedOperation) {
  await expect
    .poll(async () => (await readOperation(daybook, started)).status, { timeout: 60_000 })
    .not.toBe("running");
  return readOperation(daybook, started);
}

/** The shared Daybook, and for each test a new person with PRO and two journals. `setup` is filled before each test. */
export function useDowngrades() {
  const setup = {} as { daybook: RunningDaybook; diarist: Diarist; person: RemoteDaybook };
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
  });
  beforeEach(async () => {
    setup.diarist = await newDiarist(setup.daybook);
    setup.person = setup.diarist.person;
  });
  const updateJournal = (journalId: number, body: object) =>
    setup.person.call("updateJournal", { ...setup.diarist.inJournal(journalId), body });

  return {
    setup,
    logIn: () => setup.person.logInOrSignUp({ email: setup.person.session!.user.email, password }),
    readJournalNames: async () =>
      ok(await setup.person.call("listJournals")).journals.map(({ journal }) => journal.name),
    lock: (journalId: number, type: LockType) => updateJournal(journalId, lockForm(type)),
    unlock: async (journalId: number): Promise<void> => {
      const body = { unlock: true, plain_password: lockPassword };
      const unlocked = ok(await updateJournal(journalId, body));
      if (unlocked.unlock_token) setup.person.setUnlockTokens(unlocked.unlock_token);
    },
  };
}
