import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import {
  createAccount,
  newEmail,
  newPassword,
  password,
  readConfirmationToken,
  requestNewEmail,
  requestResetCode,
} from "./account-steps.ts";
import { waitForMail } from "./mailbox.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

it("resetting the password cancels a new e-mail address that an intruder requested", async () => {
  const { email, person } = await createAccount(daybook);
  const intruderEmail = newEmail("thief");
  await requestNewEmail(person, intruderEmail);
  const token = await readConfirmationToken(daybook, intruderEmail);
  const code = await requestResetCode(daybook, email);
  ok(
    await remoteDaybook(daybook.url).call("resetPassword", {
      body: { email, code, password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmationAnswer.status).toBe(404);
});

it("changing the password cancels a new e-mail address that an intruder requested", async () => {
  const { person } = await createAccount(daybook);
  const intruderEmail = newEmail("thief");
  await requestNewEmail(person, intruderEmail);
  const token = await readConfirmationToken(daybook, intruderEmail);
  ok(
    await person.call("changePassword", {
      body: { current_password: password, new_password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmationAnswer.status).toBe(404);
});

it("codes and links for the old address are invalid after the address changed", async () => {
  const { email, person } = await createAccount(daybook);
  const otherEmail = newEmail("other");
  const code = await requestResetCode(daybook, email);
  ok(await remoteDaybook(daybook.url).call("requestLoginLink", { body: { email } }));
  const link = /auto-login\/(\d+)\?c=([\w-]+)/.exec(
    (await waitForMail(daybook.platform.config.dataFolder, email, "auto-login")).text,
  );
  await requestNewEmail(person, otherEmail);
  ok(
    await remoteDaybook(daybook.url).call("confirmEmail", {
      body: { token: await readConfirmationToken(daybook, otherEmail) },
    }),
  );
  const linkAnswer = await remoteDaybook(daybook.url).call("magicLink", {
    params: { linkId: link?.[1] ?? "" },
    body: { c: link?.[2] ?? "" },
  });
  const codeAnswer = await remoteDaybook(daybook.url).call("resetPassword", {
    body: { email: otherEmail, code, password: newPassword, retype_password: newPassword },
  });
  expect([linkAnswer.status, codeAnswer.status]).toEqual([404, 422]);
});
