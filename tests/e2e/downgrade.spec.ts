import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, logIn, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { createJournal, createUser, lockJournal, signIn, useSession, writeEntry } from "./test-users.ts";

test("a downgrade merges the unlocked journals, leaves locked journals alone, refunds the rest of the plan, and logs out", async ({
  page,
  product,
}) => {
  const user = await signIn(page, product, { pro: true });
  await writeEntry(user, "At home", "And so to bed");
  const travel = { ...user, journalId: await createJournal(user, "Travel") };
  await writeEntry(travel, "By water", "By water to Deptford");
  const secrets = { ...user, journalId: await createJournal(user, "Secrets") };
  await lockJournal(secrets);
  await page.goto("/app/downgrade");
  await expect(page.getByText("You get $19.99 back")).toBeVisible();
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
  const session = ok(await remote.call("login", { body: { email, password, client: "browser tests" } }));
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

const downgradeNow = async (page: Page) => {
  await page.getByLabel("Type “Downgrade” to confirm").fill("Downgrade");
  await page.getByRole("button", { name: "Downgrade Now" }).click();
  await expect(page.getByRole("heading", { name: "Downgrade Success" })).toBeVisible();
};

test("a visitor downgrades with e-mail and password, and logs in with the basic plan", async ({
  page,
  product,
}) => {
  const { person } = await createUser(product, { pro: true });
  await page.goto("/app/downgrade");
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await downgradeNow(page);
  await page.getByRole("link", { name: "Okay, got it." }).click();
  await expect(page).toHaveURL(/\/app\/login/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/journals$/);
  await page.goto("/app/account/billing");
  await expect(page.getByText("You have a free account")).toBeVisible();
});

test("a downgrade from PRO plus to PRO keeps the session, which has PRO immediately", async ({
  page,
  product,
}) => {
  const { remote } = await createUser(product);
  const body = {
    subscription: 1,
    membership_package_name: "proplus",
    payment_method_nonce: "fake-valid-visa-nonce",
  };
  await useSession(page, product, ok(await remote.call("goProLoggedIn", { body })));
  await page.goto("/app/downgrade");
  await page.getByRole("radio", { name: "PRO", exact: true }).check();
  await expect(page.getByText("You stay logged in.")).toBeVisible();
  await downgradeNow(page);
  await expect(page.getByText("You have PRO now.")).toBeVisible();
  await page.getByRole("link", { name: "Okay, got it." }).click();
  await expect(page).toHaveURL(/\/app\/account\/billing$/);
  await expect(page.getByRole("radio", { name: /^PRO, 1 Year/ })).toBeVisible();
  const { user } = ok(await remote.call("refreshToken"));
  expect([user.is_pro, user.is_pro_plus]).toEqual([true, false]);
});

test("a person whose plan has ended renews it at the log-in, also after a declined card", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await createUser(product);
  const body = { error: "Your PRO membership has ended.", code: "expired_pro", expired_pro: true };
  await page.route("**/api/user/login", (route) => route.fulfill({ status: 403, json: body }), { times: 1 });
  await page.goto("/app/login");
  await logIn(page, person);
  await page.getByRole("radio", { name: /^PRO, 1 Year/ }).check();
  await page.getByLabel("Test card number").fill("4000 1111 1111 1115");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Test card number").fill("4111 1111 1111 1111");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByText("Thank you. You bought PRO, 1 Year.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your journals" }).click();
  await expect(page).toHaveURL(/\/journals$/);
});
