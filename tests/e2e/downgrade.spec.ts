import { ok } from "../answers.ts";
import { expect, logIn, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { createJournal, lockJournal, logInNewUser, writeEntry } from "./test-users.ts";

test("a downgrade merges the unlocked journals, leaves locked journals alone, shows the refund, and logs out", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product, { pro: true });
  await writeEntry(user, "At home", "And so to bed");
  const travel = { ...user, journalId: await createJournal(user, "Travel") };
  await writeEntry(travel, "By water", "By water to Deptford");
  const secrets = { ...user, journalId: await createJournal(user, "Secrets") };
  await lockJournal(secrets);
  await page.goto("/app/downgrade");
  // The amount comes from the API, because the plan costs less during the Summer Sale.
  const { refund_amount } = ok(await user.remote.call("getRefundAmount"));
  expect(refund_amount).toBeGreaterThan(0);
  await expect(page.getByText(`You get $${refund_amount} back`)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^Travel$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Unlock Secrets" })).toBeVisible();
  await expect(page.getByText("Renew now and get two extra years for free!")).toBeVisible();
  await expectLooksGood(page, allWidths);
  const submit = page.getByRole("button", { name: "Downgrade Now" });
  await expect(submit).toBeDisabled();
  await page.getByLabel("Type “Downgrade” to confirm").fill("Downgrade");
  await submit.click();
  await expect(page.getByRole("heading", { name: "Downgrade Success" })).toBeVisible();
  await page.getByRole("link", { name: "Okay, got it." }).click();
  await expect(page).toHaveURL(/\/app\/login/);
  await logIn(page, user.person);
  await expect(page).toHaveURL(/\/journals$/);
  const { remote } = user;
  const { email, password } = user.person;
  const session = ok(await remote.call("login", { body: { email, password, client: "test setup" } }));
  remote.setSession(session);
  expect(session.user.is_pro).toBe(false);
  const { journals } = ok(await remote.call("listJournals"));
  expect(
    journals.map(({ journal }) => [journal.name, journal.is_unlocked, journal.entries.total_entries]),
  ).toEqual([
    [expect.any(String), true, 2],
    ["Secrets", false, 0],
  ]);
});
