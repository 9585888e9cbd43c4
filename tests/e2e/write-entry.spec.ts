import { expect, logIn, newPerson, padOf, test } from "../fixtures.ts";
import { pressUntilFocused } from "./keyboard.ts";

test("a person signs up and writes an entry using only the keyboard, and finds it after the next login", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/app/signup");
  await expect(page.getByLabel("First name")).toBeVisible();
  /** Presses Tab until the element has the focus; fails when Tab does not reach it. */
  const tabTo = (name: string, role: "textbox" | "link" | "button") =>
    pressUntilFocused(page, "Tab", page.getByRole(role, { name, exact: true }));
  /** A new page moves the focus to its heading. Tab only after that. */
  const expectHeadingFocused = (name: string) =>
    expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  const fields = {
    "First name": person.firstName,
    "E-mail": person.email,
    Password: person.password,
    "Confirm password": person.password,
  };
  for (const [label, value] of Object.entries(fields)) {
    await tabTo(label, "textbox");
    await page.keyboard.type(value);
  }
  await tabTo("Create my journal", "button");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/welcome");
  await expectHeadingFocused("Welcome, Samuel");
  await tabTo("Skip", "link");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/journals");
  await expectHeadingFocused("Your journals");
  await tabTo("New entry in Samuel’s Journal", "link");
  await page.keyboard.press("Enter");
  const pad = padOf(page);
  await expect(pad.text).toBeFocused();
  await pressUntilFocused(page, "Shift+Tab", pad.title);
  await page.keyboard.type("Lord’s day");
  await page.keyboard.press("Enter");
  await expect(pad.text).toBeFocused();
  await page.keyboard.type("This morning I rose, put on my suit with great skirts.");
  await pad.expectSaved();
  await expect(page.getByText("11 words")).toBeVisible();
  await page.keyboard.press("Alt+F10");
  await expect(page.getByRole("button", { name: "Heading 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pad.text).toBeFocused();

  await page.reload();
  await expect(pad.title).toHaveValue("Lord’s day");
  await expect(pad.text).toHaveText("This morning I rose, put on my suit with great skirts.");

  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to log out?");
  await question.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/app/login");

  await logIn(page, person);
  await page.waitForURL("**/journals");
  await page
    .getByRole("heading")
    .getByRole("link", { name: `${person.firstName}’s Journal` })
    .click();
  await expect(page.getByText("1 entry")).toBeVisible();
  await page.getByRole("link", { name: "Lord’s day" }).click();
  await expect(pad.text).toHaveText("This morning I rose, put on my suit with great skirts.");
});
