import type { Session } from "@daybook/domain/contract/sessions";
import { expect, fillSignUpForm, logIn, newPerson, skipFirstSteps, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { createUser } from "./test-users.ts";

test("sign-up shows each error at its field, also for an address that has an account, and then creates a journal", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person: otherPerson } = await createUser(product);
  await page.goto("/app/signup-pro");
  await expect(page.getByText("First you make your account")).toBeVisible();
  const { password: newPassword } = newPerson();
  const otherEmail = otherPerson.email.toUpperCase();
  await fillSignUpForm(page, { firstName: "Elizabeth", email: otherEmail, password: newPassword });
  await expect(page.getByText("There is an account with that e-mail address already.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL("/app/signup-pro");

  await page.goto("/app/signup");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await page.getByRole("button", { name: "Create my journal" }).click();
  await expect(page.getByText("Enter your first name.")).toBeVisible();
  await expect(field("First name")).toBeFocused();

  const person = newPerson();
  await field("First name").fill(person.firstName);
  await expect(page.getByText("Enter your first name.")).toBeHidden();
  await field("E-mail").fill("nowhere");
  await field("Password").fill("password1");
  await expect(page.getByText("This is not an e-mail address.")).toBeVisible();
  await field("E-mail").fill(person.email);
  await field("Confirm password").fill("password2");
  await field("E-mail").focus();
  await expect(page.getByText("The two passwords are not the same.")).toBeVisible();
  await field("Confirm password").fill("password1");
  await page.getByRole("button", { name: "Create my journal" }).click();
  await expect(page.getByText("This password is one of the most common ones.")).toBeVisible();
  await expect(field("Password")).toBeFocused();

  await field("Password").fill(person.password);
  await field("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Create my journal" }).click();
  await skipFirstSteps(page);
  await expect(page.getByRole("link", { name: "New entry in Samuel’s Journal" })).toBeVisible();
});

test("a wrong password is refused, the right one opens the requested page, and the next request contains no secrets", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await createUser(product);
  await page.goto("/app/account/billing");
  await page.waitForURL("**/app/login?*");
  await logIn(page, { ...person, password: "not the password" });
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");
  await logIn(page, person);
  await page.waitForURL("**/app/account/billing");
  await expect(page.getByRole("heading", { level: 1, name: "Plans & Billing" })).toBeVisible();

  const sentRequest = page.waitForRequest("**/api/**");
  await page.reload();
  const headers = await (await sentRequest).allHeaders();
  // The client stores the session under this key (`session-store.ts`).
  const session = JSON.parse(
    await page.evaluate(() => localStorage.getItem("pz-session") ?? "{}"),
  ) as Partial<Session>;
  expect(session.user?.email).toBe(person.email);
  const secrets = [session.access_token?.secret, session.draft_key];
  const cookie = (await page.context().cookies()).find(({ name }) => name === "daybook_session")?.value ?? "";
  const sentByBrowser = JSON.stringify(headers) + Buffer.from(cookie, "base64url").toString();
  expect(sentByBrowser).toContain(session.access_token?.token);
  for (const secret of secrets) expect(sentByBrowser).not.toContain(secret ?? "?");

  // The login page for phones opens the requested page too.
  await page.context().clearCookies();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/mobile/login?after_login=%2Ferror%2F403");
  await logIn(page, person);
  await page.waitForURL("**/error/403");
});

test("a login after PRO has ended leads to renewal and downgrade, with the password already filled in", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const body = { error: "Your PRO membership has ended.", code: "expired_pro", expired_pro: true };
  await page.route("**/api/user/login", (route) => route.fulfill({ status: 403, json: body }));
  await page.goto("/app/login");
  const person = newPerson();
  await logIn(page, person);
  await expect(page.getByRole("heading", { name: "Your PRO membership has ended" })).toBeVisible();
  await expect(page.getByText("Your journals are unchanged")).toBeVisible();
  await expect(page).toHaveURL(/\/app\/renew$/);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
  const storedText = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie]),
  );
  expect(storedText).not.toContain(person.password);
  await expectLooksGood(page, allWidths);
  await page.getByRole("link", { name: "Downgrade" }).click();
  await expect(page.getByRole("heading", { name: "Downgrade your plan" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(person.password);
  await expect(page.getByRole("button", { name: "Downgrade Now" })).toBeDisabled();
  await expectLooksGood(page, allWidths);
});
