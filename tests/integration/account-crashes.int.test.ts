import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { changePassword } from "@daybook/application/accounts/change-password";
import { confirmEmail } from "@daybook/application/accounts/confirm-email";
import { deleteAccount, requestDeletion } from "@daybook/application/accounts/delete-account";
import { signUp } from "@daybook/application/accounts/sign-up";
import { finishErasures } from "@daybook/application/erasure/finish-erasures";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { keyedHash } from "@daybook/platform/vault/seal";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import {
  createAccount,
  newEmail,
  newPassword,
  password,
  readConfirmationToken,
  requestNewEmail,
} from "./account-steps.ts";
import { contextOf } from "./call-context.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

const dieNow = (): Promise<never> => Promise.reject(new Error("killed"));

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

it("an unfinished sign-up does not block its address permanently", async () => {
  const email = `cutoff-${randomUUID()}@example.com`;
  const pool = daybook.platform.pools.durable;
  const firstClient = remoteDaybook(daybook.url);
  await firstClient.logInOrSignUp({ email, password });
  const { rows } = await pool.query("SELECT email_hash FROM vault.credentials WHERE user_id = $1", [
    firstClient.session?.user.id,
  ]);
  ok(await firstClient.call("deleteAccount", { body: { password } }));
  // A crash after the first step of a sign-up leaves a taken address without an account.
  await pool.query(
    `INSERT INTO vault.credentials (user_id, email_hash, password_hash, created_at)
     VALUES (12345678, $1, 'x', now() - interval '1 day')`,
    [rows[0].email_hash],
  );
  const body = { first_name: "Sam", email, password, retype_password: password };
  // The browser sends these two calls.
  expect((await remoteDaybook(daybook.url).call("verifyNew", { body })).status).toBe(200);
  expect((await remoteDaybook(daybook.url).call("freeSignup", { body })).status).toBe(201);
});

it("the repeat of an interrupted sign-up opens a session only with the password of the first run", async () => {
  const app = await openSecondApplication(daybook.platform);
  const context = { ...contextOf(app, 0), actor: null };
  const form = {
    email: newEmail("interrupted"),
    password,
    firstName: "Sam",
    lastName: "",
    receiveMarketingEmails: false,
    isBrowser: false,
  };
  const dyingApp = { ...app, sessions: { ...app.sessions, create: dieNow } };
  await expect(signUp(dyingApp, context, form)).rejects.toThrow("killed");
  const repeat = { ...context, command: { ...context.command, repeated: true } };
  expect(await signUp(app, repeat, { ...form, password: newPassword })).toMatchObject({ code: "invalid" });
  expect(await signUp(app, repeat, form)).toMatchObject({ session: { userId: context.command.ids[0] } });
  app.waiter.close();
});

it("after a crash during the confirmation of a new address, its link works again or the address can be requested again", async () => {
  const { person, userId } = await createAccount(daybook);
  const otherEmail = newEmail("half");
  await requestNewEmail(person, otherEmail);
  const token = await readConfirmationToken(daybook, otherEmail);
  const { masterKey, pools } = daybook.platform;
  if (!masterKey) throw new Error("no master key");
  // A crash after the change in the vault and before the append to the log leaves this state.
  await pools.durable.query("UPDATE vault.links SET used_at = now() WHERE user_id = $1", [userId]);
  await pools.durable.query("UPDATE vault.credentials SET email_hash = $2 WHERE user_id = $1", [
    userId,
    keyedHash(masterKey, "account.email", otherEmail),
  ]);
  const login = await remoteDaybook(daybook.url).call("login", { body: { email: otherEmail, password } });
  expect(login.status).toBe(200);
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  const emailRequest = await person.call("updateProfile", {
    body: { new_email: otherEmail, retype_email: otherEmail },
  });
  expect([confirmationAnswer.status, emailRequest.status]).toContain(200);
});

const dyingBefore: Record<string, (app: Application) => Application> = {
  "the other sessions end": (app) => ({ ...app, sessions: { ...app.sessions, revokeAll: dieNow } }),
  "the mail is stored": (app) => ({ ...app, mail: dieNow }),
  "the event is stored": (app) => ({ ...app, commands: { ...app.commands, execute: dieNow } }),
};

it.each(Object.keys(dyingBefore))(
  "a password change whose process died before %s is completed by its repeat, with one event and one mail",
  async (step) => {
    const { person, userId } = await createAccount(daybook);
    const app = await openSecondApplication(daybook.platform);
    const { actor, command, caller } = contextOf(app, userId);
    const context = { actor: { ...actor, token: person.session!.access_token.token }, command, caller };
    const form = { currentPassword: password, newPassword };
    await expect(changePassword(dyingBefore[step]!(app), context, form)).rejects.toThrow("killed");
    const repeat = { ...context, command: { ...command, repeated: true } };
    expect(await changePassword(app, repeat, form)).toMatchObject({ session: { userId } });
    app.waiter.close();
    const events = await daybook.platform.store.readStream(`account-${userId}`, { from: 0, limit: 100 });
    expect(events.filter(({ type }) => type === "PasswordChanged")).toHaveLength(1);
    const { rows } = await daybook.platform.pools.durable.query(
      "SELECT FROM outbox.mails WHERE template = 'password_changed' AND user_id = $1",
      [userId],
    );
    expect(rows).toHaveLength(1);
  },
);

it("when a request to delete an account crashes before its mail is stored, a repeat completes the request", async () => {
  const { userId } = await createAccount(daybook);
  const app = await openSecondApplication(daybook.platform);
  const context = contextOf(app, userId);
  await expect(requestDeletion({ ...app, mail: dieNow }, context)).rejects.toThrow("killed");
  const repeat = { ...context, command: { ...context.command, repeated: true } };
  expect(await requestDeletion(app, repeat)).toBeNull();
  app.waiter.close();
  const { rows } = await daybook.platform.pools.durable.query(
    "SELECT FROM outbox.mails WHERE template = 'delete_link' AND user_id = $1",
    [userId],
  );
  expect(rows).toHaveLength(1);
});

const dyingAtDeletion: Record<string, (app: Application) => Application> = {
  "its key is deleted": (app) => ({ ...app, vault: { ...app.vault, completeErasure: dieNow } }),
  "its credentials are deleted": (app) => ({ ...app, credentials: { ...app.credentials, remove: dieNow } }),
  "its mails are deleted": (app) => ({ ...app, forgetMailsOf: dieNow }),
};

it.each(Object.keys(dyingAtDeletion))(
  "when a process dies before %s, a job completes the deletion of an account without journals",
  async (step) => {
    const { person, userId } = await createAccount(daybook);
    const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
    ok(await person.call("deleteJournal", { params: { journalId }, query: { permanent: "true" } }));
    const app = await openSecondApplication(daybook.platform);
    const dyingApp = dyingAtDeletion[step]!(app);
    await expect(deleteAccount(dyingApp, contextOf(app, userId), { password })).rejects.toThrow("killed");
    await finishErasures(app);
    app.waiter.close();
    const { rows } = await daybook.platform.pools.durable.query(
      `SELECT (SELECT count(*) FROM vault.keys WHERE id = 'account-' || $1::bigint)::int AS keys,
         (SELECT count(*) FROM vault.credentials WHERE user_id = $1)::int AS credentials,
         (SELECT count(*) FROM outbox.mails WHERE user_id = $1)::int AS mails`,
      [userId],
    );
    expect(rows).toEqual([{ keys: 0, credentials: 0, mails: 0 }]);
  },
);

it("when a deletion crashes before its mail is stored, a job sends the mail once, even if the first run of the job fails", async () => {
  const { userId } = await createAccount(daybook);
  const app = await openSecondApplication(daybook.platform);
  const dyingApp = { ...app, mail: dieNow };
  await expect(deleteAccount(dyingApp, contextOf(app, userId), { password })).rejects.toThrow("killed");
  await daybook.waitUntilCaughtUp();
  await finishErasures(dyingApp).catch(() => {});
  await finishErasures(app);
  await finishErasures(app);
  app.waiter.close();
  const { rows } = await daybook.platform.pools.durable.query(
    "SELECT template FROM outbox.mails WHERE dedupe_key = $1",
    [`account deleted ${userId}`],
  );
  expect(rows).toEqual([{ template: "account_deleted" }]);
  expect(await app.vault.openKey(`account-${userId}`)).toBeNull();
});

it("when the erasure of an account without journals crashes before the tags are deleted, a job deletes the tags", async () => {
  const { person, userId } = await createAccount(daybook);
  const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
  ok(await person.call("createTag", { body: { name: "sea" } }));
  ok(await person.call("deleteJournal", { params: { journalId }, query: { permanent: "true" } }));
  const app = await openSecondApplication(daybook.platform);
  const dyingApp = { ...app, forgetCommandsOf: dieNow };
  await expect(deleteAccount(dyingApp, contextOf(app, userId), { password })).rejects.toThrow("killed");
  await daybook.waitUntilCaughtUp();
  await finishErasures(app);
  const countTags = async () =>
    (await daybook.platform.pools.durable.query("SELECT FROM read_models.tags WHERE user_id = $1", [userId]))
      .rowCount;
  await expect.poll(countTags, { timeout: 20_000 }).toBe(0);
  app.waiter.close();
});

describe("the confirmation of a new address", () => {
  /** Requests a new address. `createLink` creates a log-in link for the account; the link has the id `linkId`. */
  async function requestConfirmation() {
    const { email: oldEmail, person, userId } = await createAccount(daybook);
    const email = newEmail("confirmed");
    await requestNewEmail(person, email);
    const token = await readConfirmationToken(daybook, email);
    const app = await openSecondApplication(daybook.platform);
    const linkId = app.newId();
    const createLink = () => app.links.create({ id: linkId, userId, purpose: "login", forMs: 60_000 });
    const context = { ...contextOf(app, userId), actor: null };
    return { app, person, oldEmail, email, token, linkId, createLink, context };
  }

  it("revokes earlier links when it is repeated after a crash before they were revoked", async () => {
    const { app, email, token, linkId, createLink, context } = await requestConfirmation();
    await createLink();
    const dyingApp = { ...app, links: { ...app.links, revokeAll: dieNow } };
    await expect(confirmEmail(dyingApp, context, token)).rejects.toThrow("killed");
    const repeat = { ...context, command: { ...context.command, repeated: true } };
    expect(await confirmEmail(app, repeat, token)).toMatchObject({ email });
    expect(await app.links.isUsable(linkId, "login")).toBe(false);
    app.waiter.close();
  });

  it("revokes a link that is requested during it", async () => {
    const { app, email, token, linkId, createLink, context } = await requestConfirmation();
    const executeAfterLink: typeof app.commands.execute = async (...parameters) => {
      await createLink();
      return app.commands.execute(...parameters);
    };
    const racingApp = { ...app, commands: { ...app.commands, execute: executeAfterLink } };
    expect(await confirmEmail(racingApp, context, token)).toMatchObject({ email });
    expect(await app.links.isUsable(linkId, "login")).toBe(false);
    app.waiter.close();
  });

  it("leaves the log-in address as it is when the request is replaced during it", async () => {
    const { app, person, oldEmail, token, context } = await requestConfirmation();
    const executeAfterRequest: typeof app.commands.execute = async (...parameters) => {
      await requestNewEmail(person, newEmail("replacing"));
      return app.commands.execute(...parameters);
    };
    const racingApp = { ...app, commands: { ...app.commands, execute: executeAfterRequest } };
    expect(await confirmEmail(racingApp, context, token)).toMatchObject({ code: "not_found" });
    const answer = await remoteDaybook(daybook.url).call("login", { body: { email: oldEmail, password } });
    expect(answer.status).toBe(200);
    app.waiter.close();
  });

  it("lets the user log in with the new address, also when the user requests the old address during it", async () => {
    const { app, person, oldEmail, email, token, context } = await requestConfirmation();
    const executeAfterCancel: typeof app.commands.execute = async (...parameters) => {
      await requestNewEmail(person, oldEmail);
      return app.commands.execute(...parameters);
    };
    const racingApp = { ...app, commands: { ...app.commands, execute: executeAfterCancel } };
    expect(await confirmEmail(racingApp, context, token)).toMatchObject({ email });
    ok(await remoteDaybook(daybook.url).call("login", { body: { email, password } }));
    app.waiter.close();
  });

  it.each(["changes the password", "enters the current address", "requests another address"])(
    "leaves the account with its old address when its process dies and the user then %s",
    async (step) => {
      const { app, person, oldEmail, email, token, context } = await requestConfirmation();
      const dyingApp = { ...app, commands: { ...app.commands, execute: dieNow } };
      await expect(confirmEmail(dyingApp, context, token)).rejects.toThrow("killed");
      app.waiter.close();
      const form = { current_password: password, new_password: newPassword, retype_password: newPassword };
      if (step === "changes the password") ok(await person.call("changePassword", { body: form }));
      else
        await requestNewEmail(person, step === "enters the current address" ? oldEmail : newEmail("other"));
      const currentPassword = step === "changes the password" ? newPassword : password;
      const logIn = (address: string) =>
        remoteDaybook(daybook.url).call("login", { body: { email: address, password: currentPassword } });
      expect([(await logIn(oldEmail)).status, (await logIn(email)).status]).toEqual([200, 422]);
    },
  );

  it("leaves the account with its old address when its process dies and then the process of a password change dies", async () => {
    const { app, person, oldEmail, token, context } = await requestConfirmation();
    const dyingApp = { ...app, commands: { ...app.commands, execute: dieNow } };
    await expect(confirmEmail(dyingApp, context, token)).rejects.toThrow("killed");
    const { actor, command, caller } = contextOf(app, person.session!.user.id);
    const change = { actor: { ...actor, token: person.session!.access_token.token }, command, caller };
    const form = { currentPassword: password, newPassword };
    const dyingAtReplaceEmail = { ...app, credentials: { ...app.credentials, replaceEmail: dieNow } };
    await expect(changePassword(dyingAtReplaceEmail, change, form)).rejects.toThrow("killed");
    await changePassword(app, { ...change, command: { ...command, repeated: true } }, form);
    const body = { email: oldEmail, password: newPassword };
    expect((await remoteDaybook(daybook.url).call("login", { body })).status).toBe(200);
    app.waiter.close();
  });
});
