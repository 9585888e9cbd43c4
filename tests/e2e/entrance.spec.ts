import type { Page } from "@playwright/test";
import { expect, fillSignUpForm, logIn, newPerson, skipFirstSteps, test } from "../fixtures.ts";
import { mailTo } from "../integration/mailbox.ts";
import type { Session } from "@daybook/domain/contract/sessions";
import { createUser, signIn } from "./test-users.ts";

/** The link in a mail. */
const linkIn = (text: string, part: string): string =>
  new RegExp(`https?://[^\\s"<>]*${part}[^\\s"<>]*`).exec(text)?.[0].replaceAll("&amp;", "&") ?? "";

/** Path and query of a mailed link. Its origin is the configured one, not that of the test's product. */
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/app/login");
}

test("/login and /app redirect, and keep the query", async ({ page, product }) => {
  await page.goto("/login?after_login=%2Faccount");
  await page.waitForURL("**/app/login?after_login=%2Faccount");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await page.goto("/app");
  await page.waitForURL("**/app/signup");
  await signIn(page, product);
  await page.goto("/app");
  await page.waitForURL(/\/journals/);
});

test("sign-up shows each error at its field, then opens the journal index", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
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

test("an e-mail address that has an account is refused at its field", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await createUser(product);
  await page.goto("/gopro");
  await expect(page.getByText("Paid plans are not on sale yet.")).toBeVisible();
  const { password } = newPerson();
  await fillSignUpForm(page, { firstName: "Elizabeth", email: person.email.toUpperCase(), password });
  await expect(page.getByText("There is an account with that e-mail address already.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL("/gopro");
});

test("a wrong password is refused at its field, and the right one opens the requested page", async ({
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
  const session = JSON.parse(
    await page.evaluate(() => localStorage.getItem("pz-session") ?? "{}"),
  ) as Partial<Session>;
  expect(session.user?.email).toBe(person.email);
  const secrets = [session.access_token?.secret, session.draft_key];
  const cookie = (await page.context().cookies()).find(({ name }) => name === "daybook_session")?.value ?? "";
  const sentByBrowser = JSON.stringify(headers) + Buffer.from(cookie, "base64url").toString();
  expect(sentByBrowser).toContain(session.access_token?.token);
  for (const secret of secrets) expect(sentByBrowser).not.toContain(secret ?? "?");
});

test("after too many log-ins the page says when the next one is possible", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const body = { error: "That was tried too often.", code: "rate_limited" };
  await page.route("**/api/user/login", (route) =>
    route.fulfill({ status: 429, headers: { "Retry-After": "540" }, json: body }),
  );
  await page.goto("/app/login");
  await logIn(page, newPerson());
  await expect(page.getByText(/Try again at \d+:\d\d.*, in 9 minutes/)).toBeVisible();
});

test("a PRO membership that has ended is explained", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const body = { error: "Your PRO membership has ended.", code: "expired_pro", expired_pro: true };
  await page.route("**/api/user/login", (route) => route.fulfill({ status: 403, json: body }));
  await page.goto("/app/login");
  await logIn(page, newPerson());
  await expect(page.getByRole("heading", { name: "Your PRO membership has ended" })).toBeVisible();
  await expect(page.getByText("Your journals are unchanged")).toBeVisible();
});

test("the login page says why the person was sent there, and ignores foreign messages", async ({ page }) => {
  for (const [message, sentence] of Object.entries({
    unauthed: /session has ended/,
    expired: /away for a while/,
    idle: /were idle/,
    logged_out: /logged out/,
    password_changed: /Password changed/,
  })) {
    await page.goto(`/app/login?message=${message}&status=401`);
    await expect(page.getByRole("main").getByRole("status").filter({ hasText: sentence })).toBeVisible();
  }
  await page.goto("/app/login?message=Call%20this%20number&status=401");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText("Call this number")).toHaveCount(0);
});

test("a forgotten password is replaced through a mailed code", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await createUser(product);
  await page.goto("/app/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(page.getByText("Sorry, no account was found with that email address.")).toBeVisible();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(page.getByText(`We sent a code to ${person.email}.`)).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email);

  const mail = await mailTo(product.data, person.email, "forgot-password-confirmation");
  const link = linkIn(mail.text, "/app/forgot-password-confirmation");
  const code = new URL(link).searchParams.get("code") ?? "";
  expect(code).not.toBe("");
  await page.goto(pathOf(link));
  await expect(page.getByText(`For ${person.email}.`)).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === "");

  // The link of a mail was used or has expired: the form shows its values, so that the user can correct them.
  await page.goto(`/app/forgot-password-confirmation?code=wrong&email=${encodeURIComponent(person.email)}`);
  const renewed = { ...person, password: "a better password 1661" };
  const setPassword = async () => {
    await page.getByLabel("New password", { exact: true }).fill(renewed.password);
    await page.getByLabel("Confirm new password").fill(renewed.password);
    await page.getByRole("button", { name: "Set new password" }).click();
  };
  await setPassword();
  await expect(page.getByText("This code is wrong")).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(code);
  await setPassword();
  await page.waitForURL("**/app/login?message=password_changed");
  await expect(page.getByText("Password changed.")).toBeVisible();
  await logIn(page, person);
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await logIn(page, renewed);
  await page.waitForURL("**/journals");
});

test("a mailed login link works once", async ({ page, product, expectNetworkErrors }) => {
  expectNetworkErrors();
  const { person } = await createUser(product);
  await page.goto("/app/login");
  await page.getByRole("link", { name: "E-mail me a link" }).click();
  await expect(page.getByRole("heading", { name: "Log in by e-mail" })).toBeVisible();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "E-mail me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeFocused();
  const mail = await mailTo(product.data, person.email, "/app/auto-login/");
  const path = pathOf(linkIn(mail.text, "/app/auto-login/"));
  expect(path).toContain("?c=");

  await page.goto(path);
  await page.waitForURL(/\/journals(\?|$)/);
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(path);
  await page.waitForURL(/\/error\/404/);
  await expect(page.getByRole("heading", { name: "That link is invalid." })).toBeVisible();
  await page.goto("/app/auto-login/12345");
  await expect(page.getByRole("heading", { name: "That link is invalid." })).toBeVisible();
});

test("a new e-mail address is used after its mailed link was opened", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { person } = await signIn(page, product);
  const movedPerson = { ...person, email: newPerson().email };
  await page.goto("/app/account");
  await page.getByLabel("New e-mail", { exact: true }).fill(movedPerson.email);
  await page.getByLabel("Confirm new e-mail").fill(movedPerson.email);
  await page.getByRole("button", { name: "Save profile" }).click();
  const mail = await mailTo(product.data, movedPerson.email, "/app/confirm-email");
  const path = pathOf(linkIn(mail.text, "/app/confirm-email"));
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === "");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "That link is invalid." })).toBeVisible();
  await logOut(page);
  await logIn(page, movedPerson);
  await page.waitForURL("**/journals");
});

test("the login page for phones opens the requested page", async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { person } = await createUser(product);
  await page.goto("/mobile/login?after_login=%2Ferror%2F403");
  await logIn(page, person);
  await page.waitForURL("**/error/403");
});
