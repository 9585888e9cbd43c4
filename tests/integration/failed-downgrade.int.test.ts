import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { newDiarist } from "./diarist.ts";
import { downgradeWith, password, waitForEnd } from "./downgrade-steps.ts";
import { usePerson } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

const setup = usePerson();
const downgrade = () => setup.person.call("downgrade", { body: {}, key: randomUUID() });
const purchase = {
  membership_package_name: "standard",
  subscription: 1,
  payment_method_nonce: "fake-valid-nonce",
};
const refusalOf = (answer: Awaited<ReturnType<typeof downgrade>>) => (answer.ok ? null : answer.body.code);

const fail = () => Promise.reject(new Error("the database is away"));

/** Downgrades with a process whose last steps fail, or the given ones, and gives the operation up. Returns its id. */
async function failDowngrade(
  failing: (app: Application) => Partial<Application> = () => ({ mail: fail }),
): Promise<number | undefined> {
  const { platform } = setup.daybook;
  const app = await openSecondApplication(platform);
  try {
    await downgradeWith({ ...app, ...failing(app) }, setup.person);
  } finally {
    app.waiter.close();
  }
  const { rows } = await platform.pools.durable.query<{ id: number }>(
    `UPDATE processes.operations SET status = 'failed', finished_at = now()
     WHERE user_id = $1 AND status = 'running' RETURNING id`,
    [setup.person.session!.user.id],
  );
  return rows[0]?.id;
}

beforeEach(async () => {
  await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
});

it("a downgrade that failed after it had ended the plan is continued by the next request", async () => {
  const failedId = await failDowngrade();
  expect(ok(await setup.person.call("refreshToken")).user.is_pro).toBe(false);
  const { operation } = ok(await downgrade());
  expect(operation.id).toBe(failedId);
  expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
  expect((await setup.person.call("listJournals")).status).toBe(401);
});

it("a downgrade that failed after it had ended the plan is shown until a plan is bought", async () => {
  const readDowngrade = async () => ok(await setup.person.call("getRunningDowngrade")).downgrade;
  const id = await failDowngrade();
  expect(await readDowngrade()).toMatchObject({ to: "basic", operation: { id, status: "failed" } });
  ok(await setup.person.call("goProLoggedIn", { body: purchase, key: randomUUID() }));
  expect(await readDowngrade()).toBeNull();
});

it("a request that continued a failed downgrade gets the same downgrade when it is repeated after the end", async () => {
  const failedId = await failDowngrade();
  const body = { email: setup.person.session!.user.email, password };
  const key = randomUUID();
  const send = async () =>
    ok(await remoteDaybook(setup.daybook.url).call("downgradeLoggedOut", { body, key })).operation;
  const operation = await send();
  expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
  expect([operation.id, (await send()).id]).toEqual([failedId, failedId]);
});

it.each(["firstJournalId", "secondJournalId"] as const)(
  "a continued downgrade moves no entries when the %s of the merge was deleted in the meantime",
  async (deleted) => {
    const diarist = await newDiarist(setup.daybook);
    setup.person = diarist.person;
    const { id } = await diarist.write({ title: "Kept" }, diarist.secondJournalId);
    await failDowngrade((app) => ({ moves: { ...app.moves, begin: fail } }));
    ok(await setup.person.call("deleteJournal", diarist.inJournal(diarist[deleted])));
    const { operation } = ok(await downgrade());
    expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
    expect([...(await diarist.parentKeyIdsOf([id]))]).toEqual([contentKeyId(diarist.secondJournalId)]);
  },
);

it("a failed downgrade is not continued when a plan is bought at the same moment", async () => {
  const failedId = await failDowngrade();
  const app = await openSecondApplication(setup.daybook.platform);
  const restart: Application["operations"]["restart"] = async (...input) => {
    ok(await setup.person.call("goProLoggedIn", { body: purchase, key: randomUUID() }));
    return app.operations.restart(...input);
  };
  const racingApp = { ...app, operations: { ...app.operations, restart } };
  const { id: userId } = setup.person.session!.user;
  const request = { to: "free", refund: true, reason: null, comments: "" } as const;
  const answer = await startDowngrade(racingApp, contextOf(racingApp, userId), request);
  expect(answer).toMatchObject({ code: "payment_pending" });
  expect(await app.operations.findById(failedId!)).toMatchObject({ status: "failed" });
  app.waiter.close();
});

it("a downgrade to another plan does not continue one that failed", async () => {
  await failDowngrade();
  const answer = await setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() });
  expect(refusalOf(answer)).toBe("pro_required");
});

it("after a finished downgrade, a new request is refused, because the account has no plan", async () => {
  await waitForEnd(setup.daybook, ok(await downgrade()).operation);
  const { email } = setup.person.session!.user;
  await setup.person.logInOrSignUp({ email, password });
  expect(refusalOf(await downgrade())).toBe("pro_required");
});
