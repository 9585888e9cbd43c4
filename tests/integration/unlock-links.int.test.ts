import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { changeJournalLock, removeJournalLockByLink } from "@daybook/application/locks/journal-lock";
import { publishPendingLockEvents } from "@daybook/application/locks/publish-lock-events";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { unlockPurpose } from "@daybook/platform/identity/links";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import {
  lockForm,
  lockJournal,
  marker,
  unlockJournal,
  password,
  refusal,
  useLockableDiaries,
  writeDiary,
} from "./lockable-diary.ts";
import { waitForMail } from "./mailbox.ts";
import { openSecondApplication } from "./second-application.ts";

const { setup, listEntries } = useLockableDiaries();

describe("mailed unlock links", () => {
  const findToken = (text: string) => /unlock\?token=([\w-]{22})/.exec(text)?.[1] ?? "";

  it("an unlock link removes the password lock of its own journal only, and works for one command", async () => {
    const { firstSession, secondSession, email, journalId } = setup.diary;
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    await lockJournal(setup.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await waitForMail(
      setup.daybook.platform.config.dataFolder,
      email,
      `/journals/${journalId}/unlock`,
    );
    const token = findToken(mail.text);
    expect(mail.text).not.toContain(marker.hint);
    const stranger = await writeDiary(setup.daybook, setup.otherUrl);
    await lockJournal(stranger, lockTypes.password);
    const strangersCall = { params: { journalId: stranger.journalId }, body: { token } };
    expect(refusal(await stranger.firstSession.call("unlockByLink", strangersCall))).toEqual([
      422,
      "wrong_code",
    ]);
    const ownCall = { params, body: { token } };
    const key = randomUUID();
    expect(refusal(await secondSession.call("unlockByLink", { ...ownCall, body: { token: "x" } }))).toEqual([
      422,
      "wrong_code",
    ]);
    expect(ok(await secondSession.call("unlockByLink", { ...ownCall, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    expect(ok(await secondSession.call("unlockByLink", { ...ownCall, key })).journal.lock_type_id).toBe(
      lockTypes.none,
    );
    ok(await listEntries());
    await lockJournal(setup.diary, lockTypes.password);
    expect(refusal(await secondSession.call("unlockByLink", ownCall))).toEqual([422, "wrong_code"]);
  });

  it("an unlock link does not work for a lock that was set later", async () => {
    const { firstSession, email, journalId } = setup.diary;
    const params = { journalId };
    await lockJournal(setup.diary, lockTypes.password);
    ok(await firstSession.call("requestUnlockLink", { params }));
    const mail = await waitForMail(
      setup.daybook.platform.config.dataFolder,
      email,
      `/journals/${journalId}/unlock`,
    );
    await unlockJournal(setup.diary, firstSession);
    ok(
      await firstSession.call("updateJournal", {
        params,
        body: { ...lockForm(lockTypes.password, "another good password"), current_password: password },
      }),
    );
    const body = { token: findToken(mail.text) };
    expect(refusal(await firstSession.call("unlockByLink", { params, body }))).toEqual([422, "wrong_code"]);
    expect(refusal(await listEntries())).toEqual([423, "locked"]);
  });

  it("an unlock link is neither sent nor accepted for an encryption lock", async () => {
    const { firstSession, journalId } = setup.diary;
    await lockJournal(setup.diary, lockTypes.encryption);
    const params = { journalId };
    expect(refusal(await firstSession.call("requestUnlockLink", { params }))).toEqual([422, "invalid"]);
    expect(refusal(await firstSession.call("unlockByLink", { params, body: { token: "x" } }))).toEqual([
      422,
      "invalid",
    ]);
  });

  it("an unlock link removes the lock of an entry", async () => {
    const { firstSession, secondSession, email, journalId, entryId } = setup.diary;
    const params = { journalId, entryId };
    ok(await firstSession.call("updateEntry", { params, body: lockForm(lockTypes.password) }));
    ok(await firstSession.call("requestEntryUnlockLink", { params }));
    const unlockPath = `/journals/${journalId}/${entryId}/unlock`;
    const mail = await waitForMail(setup.daybook.platform.config.dataFolder, email, unlockPath);
    const body = { token: findToken(mail.text) };
    const unlockedReply = ok(await secondSession.call("unlockEntryByLink", { params, body }));
    expect([unlockedReply.entry.locked, unlockedReply.entry.title]).toEqual([false, marker.title]);
  });
});

describe("removals of locks", () => {
  const dieNow = (): Promise<never> => Promise.reject(new Error("killed"));
  const dyingBefore = {
    "the vault removed the lock": (app: Application) => ({ ...app, locks: { ...app.locks, remove: dieNow } }),
    "the event was stored": (app: Application) => ({ ...app, links: { ...app.links, revokeAll: dieNow } }),
  };
  type Removal = (app: Application, context: Context) => Promise<unknown>;

  async function prepareLinkRemoval(app: Application, userId: number, journalId: number): Promise<Removal> {
    const purpose = unlockPurpose(`journal-${journalId}`);
    const id = app.newId();
    await app.links.create({ id, userId, purpose, forMs: 60_000 });
    const token = app.links.tokenOf(id, purpose);
    return (anyApp, context) => removeJournalLockByLink(anyApp, context, { journalId, token });
  }
  const listRemovals = async () =>
    ok(await setup.diary.firstSession.call("listActivity")).activities.filter(
      ({ activity }) => activity.kind === "lock_removed",
    );
  const prepareRemovalBy = {
    password: (_app: Application, _userId: number, journalId: number): Promise<Removal> =>
      Promise.resolve((anyApp, context) =>
        changeJournalLock(anyApp, context, journalId, { kind: "remove", password }),
      ),
    link: prepareLinkRemoval,
  };

  it.each([
    ["password", "the vault removed the lock"],
    ["password", "the event was stored"],
    ["link", "the vault removed the lock"],
    ["link", "the event was stored"],
  ] as const)(
    "a removal by %s that is killed before %s is completed by a repeat, with one activity",
    async (way, step) => {
      await lockJournal(setup.diary, lockTypes.password);
      const app = await openSecondApplication(setup.daybook.platform);
      const userId = setup.diary.firstSession.session!.user.id;
      const remove = await prepareRemovalBy[way](app, userId, Number(setup.diary.journalId));
      const context = contextOf(app, userId);
      await expect(remove(dyingBefore[step](app), context)).rejects.toThrow("killed");
      const repeat = { ...context, command: { ...context.command, repeated: true } };
      for (let run = 0; run < 2; run++) expect(await remove(app, repeat)).not.toHaveProperty("rejected");
      app.waiter.close();
      ok(await listEntries());
      expect(await listRemovals()).toHaveLength(1);
    },
  );

  it("a job records a removal that was killed, with one activity, even when the command is repeated later", async () => {
    await lockJournal(setup.diary, lockTypes.password);
    const { clock } = setup.daybook.platform;
    let laterMs = 0;
    const app = await openSecondApplication(setup.daybook.platform, () => clock.now() + laterMs);
    const userId = setup.diary.firstSession.session!.user.id;
    const context = contextOf(app, userId);
    const remove = await prepareRemovalBy.password(app, userId, Number(setup.diary.journalId));
    const dyingApp = dyingBefore["the event was stored"](app);
    await expect(remove(dyingApp, context)).rejects.toThrow("killed");
    laterMs = 15_000;
    await publishPendingLockEvents(app);
    expect(await listRemovals()).toMatchObject([{ activity: { ip: null, user_agent: null } }]);
    const repeat = { ...context, command: { ...context.command, repeated: true } };
    expect(await remove(app, repeat)).not.toHaveProperty("rejected");
    app.waiter.close();
    expect(await listRemovals()).toHaveLength(1);
  });
});
