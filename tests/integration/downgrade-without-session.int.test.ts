import { randomUUID } from "node:crypto";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { password, useDowngrades, waitForEnd } from "./downgrade-steps.ts";
import { yearWithoutRenewal } from "./people.ts";

const { setup, logIn, readJournalNames, lock, unlock } = useDowngrades();
const visitor = () => remoteDaybook(setup.daybook.url);

describe("a downgrade without a session", () => {
  const downgradeAs = (email: string, password: string, key: string = randomUUID()) =>
    visitor().call("downgradeLoggedOut", { body: { email, password }, key });

  it("needs the password, and does not merge journals with a lock", async () => {
    const { email } = setup.person.session!.user;
    expect(await downgradeAs(email, "wrong")).toMatchObject({ body: { code: "wrong_credentials" } });
    expect(await downgradeAs("nobody@example.com", "wrong")).toMatchObject({ status: 422 });
    ok(await lock(setup.diarist.secondJournalId, lockTypes.password));
    await unlock(setup.diarist.secondJournalId);
    const key = randomUUID();
    const { operation } = ok(await downgradeAs(email, password, key));
    expect(ok(await downgradeAs(email, password, key)).operation.id).toBe(operation.id);
    expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
    expect((await setup.person.call("refreshToken")).status).toBe(401);
    await logIn();
    expect(setup.person.session!.user.is_pro).toBe(false);
    expect(await readJournalNames()).toContain("Second");
  });
});

it("an account whose plan has expired is downgraded to the basic plan without a session", async () => {
  const { id, email } = setup.person.session!.user;
  const expiresAt = new Date(Date.now() - 86_400_000).toISOString();
  await grantMembership(setup.daybook.platform.store, id, { ...yearWithoutRenewal, expiresAt }, Date.now());
  const form = { email, password };
  const tryLogIn = () => visitor().call("login", { body: form });
  expect(await tryLogIn()).toMatchObject({ status: 403, body: { code: "expired_pro" } });
  const { operation } = ok(await visitor().call("downgradeLoggedOut", { body: form, key: randomUUID() }));
  expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
  expect(ok(await tryLogIn()).user.is_pro).toBe(false);
});
