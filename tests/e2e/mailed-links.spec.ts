import { expect, logIn, newPerson, test } from "../fixtures.ts";
import { waitForMail } from "../integration/mailbox.ts";
import { createUser, logInNewUser } from "./test-users.ts";

/** The first URL with `linkPart` in the text of a mail, or an empty string. */
const findLink = (mailText: string, linkPart: string): string =>
  new RegExp(`https?://[^\\s"<>]*${linkPart}[^\\s"<>]*`).exec(mailText)?.[0].replaceAll("&amp;", "&") ?? "";

/** Path and query of a mailed link. Its origin is the configured one, not that of the test server. */
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

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

  const mail = await waitForMail(product.data, person.email, "forgot-password-confirmation");
  const link = findLink(mail.text, "/app/forgot-password-confirmation");
  const code = new URL(link).searchParams.get("code") ?? "";
  expect(code).not.toBe("");
  await page.goto(pathOf(link));
  await expect(page.getByText(`For ${person.email}.`)).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === "");

  // When the code from the URL is refused, the form shows the code and the e-mail address, so that the user can correct them.
  await page.goto(`/app/forgot-password-confirmation?code=wrong&email=${encodeURIComponent(person.email)}`);
  const personWithNewPassword = { ...person, password: "a better password 1661" };
  const setPassword = async () => {
    await page.getByLabel("New password", { exact: true }).fill(personWithNewPassword.password);
    await page.getByLabel("Confirm new password").fill(personWithNewPassword.password);
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
  await logIn(page, personWithNewPassword);
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
  const mail = await waitForMail(product.data, person.email, "/app/auto-login/");
  const path = pathOf(findLink(mail.text, "/app/auto-login/"));
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
  const { person } = await logInNewUser(page, product);
  const personWithNewEmail = { ...person, email: newPerson().email };
  await page.goto("/app/account");
  await page.getByLabel("New e-mail", { exact: true }).fill(personWithNewEmail.email);
  await page.getByLabel("Confirm new e-mail").fill(personWithNewEmail.email);
  await page.getByRole("button", { name: "Save profile" }).click();
  const mail = await waitForMail(product.data, personWithNewEmail.email, "/app/confirm-email");
  const path = pathOf(findLink(mail.text, "/app/confirm-email"));
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await expect(page).toHaveURL(({ search }) => search === "");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "That link is invalid." })).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/app/login");
  await logIn(page, personWithNewEmail);
  await page.waitForURL("**/journals");
});
