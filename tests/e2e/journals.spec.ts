import { expect, logIn, newPerson, padOf, signUp, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";

test("a journal is renamed, deleted and brought back", async ({ page }) => {
  await signUp(page);
  await page.getByRole("button", { name: "More for Samuel’s Journal" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Diary of the sea");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();

  await page.getByRole("button", { name: "More for Diary of the sea" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("You can bring them back for 30 days");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No journal here yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();
});

test("a free account keeps one journal, and is told so", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  await signUp(page);
  await page.getByRole("button", { name: "New journal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Another");
  await dialog.getByRole("button", { name: "Start journal" }).click();
  await expect(dialog).toContainText("A free account keeps one journal.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Another" })).toBeHidden();
});

test("an entry goes to the trash, comes back, and is destroyed only when asked twice", async ({ page }) => {
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Plague", "This day I did in Drury Lane see two or three houses.");
  await page.goto(address.replace(/\/\d+$/, ""));
  await page.getByRole("button", { name: "Move Plague to the trash" }).click();
  await expect(page.getByText("Nothing written yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Plague" })).toBeVisible();
  await page.getByRole("button", { name: "Move Plague to the trash" }).click();
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Delete Plague for ever" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("This cannot be undone");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete for ever" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
});

test("lists show ten entries a page, and the address says which", async ({ page }) => {
  await signUp(page);
  const pad = padOf(page);
  let address = "";
  for (let day = 1; day <= 11; day++) address = await pad.write(`Day ${day}`, `words of day ${day}`);
  const list = address.replace(/\/\d+$/, "/entries");
  await page.goto(list);
  await expect(page.getByText("11 entries")).toBeVisible();
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(titles).toHaveCount(10);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(titles).toHaveText(["Day 1"]);
  await page.goBack();
  await expect(titles).toHaveCount(10);
});

test("a guarded page asks to log in and then opens", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const person = await signUp(page);
  const address = await padOf(page).write("Guarded", "Nobody may read this.");
  await page.context().clearCookies();
  await page.goto(address);
  await page.waitForURL("**/app/login?**after_login=**");
  await expect(page.getByText("Nobody may read this.")).toBeHidden();
  await logIn(page, { ...person, password: "not the password" });
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await logIn(page, person);
  await page.waitForURL(address);
  await expect(padOf(page).text).toHaveText("Nobody may read this.");
});

test("whoever deleted the only journal starts another", async ({ page }) => {
  await signUp(page);
  await page.getByRole("button", { name: "More for Samuel’s Journal" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No journal here yet")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "New journal" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Navy business");
  await page.getByRole("dialog").getByRole("button", { name: "Start journal" }).click();
  await expect(page.getByRole("heading", { name: "Navy business" })).toBeVisible();
  await padOf(page).write("Stores", "Masts and hemp.");
  await page.goto("/journals");
  await page.getByRole("heading").getByRole("link", { name: "Navy business" }).click();
  await expect(page.getByRole("link", { name: "Stores" })).toBeVisible();
});

test("an address that has an account already is refused beside its field", async ({
  page,
  context,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { email } = await signUp(page);
  await context.clearCookies();
  const { password } = newPerson();
  await page.goto("/app/signup");
  await page.getByLabel("First name").fill("Elizabeth");
  await page.getByLabel("E-mail").fill(email.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(`${password}, and another`);
  await page.getByLabel("Password again", { exact: true }).fill(`${password}, and another`);
  await page.getByRole("button", { name: "Create my journal" }).click();
  await expect(page.getByText(/There is an account with that e-mail address already/)).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/signup/);
});

test("sign-up says what is wrong, field by field", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const person = newPerson();
  await page.goto("/app/signup");
  await page.getByLabel("First name").fill("Elizabeth");
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Password again", { exact: true }).fill("other");
  await page.getByRole("button", { name: "Create my journal" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password again", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create my journal" }).click();
  await page.waitForURL("**/welcome");
});

for (const address of ["/nowhere", "/journals/abc", "/journals/123456789", "/app/nothing/at/all"]) {
  test(`${address} is an error page with a way home`, async ({ page, expectNetworkErrors }) => {
    expectNetworkErrors();
    await signUp(page);
    await page.goto(address);
    await page.waitForURL("**/error/404**");
    await expect(page.getByRole("heading", { name: /not found|couldn't find/i })).toBeVisible();
    await page.getByRole("link", { name: "Go to your journals" }).click();
    await page.waitForURL("**/journals");
  });
}

test("a journal's cover is chosen from a sheet, and what needs PRO says so", async ({ page }) => {
  await signUp(page);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Cover and paper" }).click();
  const sheet = page.getByRole("dialog", { name: /^Cover and paper/ });
  await expect(sheet.getByRole("radio", { name: "Leather, comes with PRO" })).toBeDisabled();
  await expect(sheet.getByRole("radio", { name: "Parchment, comes with PRO" })).toBeDisabled();
  const radio = (name: string) => sheet.getByRole("radio", { name, exact: true });
  // A journal begins with one of the four colours; another one is chosen.
  const colour = (await radio("Red").isChecked()) ? "Blue" : "Red";
  const saved = page.waitForResponse((response) => response.url().includes("/journal_cover/"));
  await radio(colour).click();
  expect((await saved).status()).toBe(200);
  await sheet.getByLabel("Ink").selectOption("Sepia");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^More for/ })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Cover and paper" }).click();
  await expect(radio(colour)).toBeChecked();
  await expect(sheet.getByLabel("Ink")).toHaveValue("sepia");
});
