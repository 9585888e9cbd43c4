import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { remoteDaybook, signRequest } from "@daybook/bin/remote/remote-daybook";
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

it("a request whose body arrives after its session has ended is refused", async () => {
  const { person } = await createAccount(daybook);
  const url = new URL("/api/account/update_profile", daybook.url);
  const body = JSON.stringify({ first_name: "Late" });
  const Authorization = signRequest({ method: "PUT", url, body }, person.session!.access_token);
  const headers = { Authorization, "Content-Type": "application/json", "Content-Length": body.length };
  const slowRequest = request(url, { method: "PUT", headers });
  const response = once(slowRequest, "response");
  slowRequest.write(body.slice(0, 1));
  await sleep(1_500);
  expect((await person.call("logout")).status).toBe(204);
  slowRequest.end(body.slice(1));
  const [{ statusCode }] = (await response) as [IncomingMessage];
  expect(statusCode).toBe(401);
});
