import { expect, logIn, padOf, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

test("a journal is renamed, deleted and restored; a free account has only one, and creates another after it was deleted", async ({
  page,
  product,
}) => {
  await logInNewUser(page, product);
  await page.goto("/journals");
  await page.getByRole("button", { name: "New journal" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A free account has one journal.");
  await expect(dialog).not.toContainText("delete");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await dialog.getByRole("button", { name: "About PRO" }).click();
  await expect(page.getByRole("dialog", { name: "Upgrade to PRO" })).toBeVisible();

  await page.goto("/journals");
  await page.getByRole("button", { name: "More actions for Samuel’s Journal" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Diary of the sea");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();

  await page.getByRole("button", { name: "More actions for Diary of the sea" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("You can restore them for 30 days");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No journals yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();

  await page.getByRole("button", { name: "More actions for Diary of the sea" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No journals yet")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "New journal" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Navy business");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Create journal" }).click();
  await expect(page.getByRole("heading", { name: "Navy business" })).toBeVisible();
  await padOf(page).write("Stores", "Masts and hemp.");
  await page.goto("/journals");
  await page.getByRole("heading").getByRole("link", { name: "Navy business" }).click();
  await expect(page.getByRole("link", { name: "Stores" })).toBeVisible();
});

test("an entry is trashed, restored, and deleted permanently after a confirmation", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  const entryUrl = await openEntry(
    page,
    user,
    "Plague",
    "This day I did in Drury Lane see two or three houses.",
  );
  await page.goto(entryUrl.replace(/\/\d+$/, ""));
  await page.getByRole("button", { name: "Move Plague to the trash" }).click();
  await expect(page.getByText("No entries yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Plague" })).toBeVisible();
  await page.getByRole("button", { name: "Move Plague to the trash" }).click();
  await expect(page.getByText("No entries yet")).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Delete Plague forever" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("This cannot be undone");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete forever" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
});

test("a visitor who opens an entry logs in first, then sees the entry", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const { person } = user;
  const entryUrl = await openEntry(page, user, "Guarded", "Nobody may read this.");
  await page.context().clearCookies();
  await page.goto(entryUrl);
  await page.waitForURL("**/app/login?**after_login=**");
  await expect(page.getByText("Nobody may read this.")).toBeHidden();
  await logIn(page, { ...person, password: "not the password" });
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await logIn(page, person);
  await page.waitForURL(entryUrl);
  await expect(padOf(page).text).toHaveText("Nobody may read this.");
});

test("an unknown URL shows an error page with a link to the journals, and the header of a logged-in person has a search field and an upgrade button", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await logInNewUser(page, product);
  for (const path of ["/nowhere", "/journals/abc", "/journals/123456789", "/app/nothing/at/all"]) {
    await page.goto(path);
    await page.waitForURL("**/error/404**");
    await expect(page.getByRole("heading", { name: /not found|couldn't find/i })).toBeVisible();
    await page.getByRole("link", { name: "Go to your journals" }).click();
    await page.waitForURL("**/journals");
  }
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Upgrade" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Sign up" })).toBeHidden();
  await header.getByRole("combobox", { name: "Search" }).press("Enter");
  await page.waitForURL("**/search");
  await expect(page.getByText("Enter a search term to begin searching your entries and tags.")).toBeVisible();
  await expect(header.getByRole("combobox", { name: "Search" })).toBeHidden();
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/journals");
  await page.goto("/online-journal");
  await page.getByRole("link", { name: "Go to your journals" }).first().click();
  await page.waitForURL("**/journals");
});

test("a journal's cover and ink are chosen, and covers and papers that need PRO are disabled", async ({
  page,
  product,
}) => {
  await logInNewUser(page, product);
  await page.goto("/journals");
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Cover and paper" }).click();
  const sheet = page.getByRole("dialog", { name: /^Cover and paper/ });
  await expect(sheet.getByRole("radio", { name: "Leather, comes with PRO" })).toBeDisabled();
  await expect(sheet.getByRole("radio", { name: "Parchment, comes with PRO" })).toBeDisabled();
  const radio = (name: string) => sheet.getByRole("radio", { name, exact: true });
  // A new journal has one of four colours. The test chooses a different one.
  const colour = (await radio("Red").isChecked()) ? "Blue" : "Red";
  const saveResponse = page.waitForResponse((response) => response.url().includes("/journal_cover/"));
  await radio(colour).click();
  expect((await saveResponse).status()).toBe(200);
  const inkResponse = page.waitForResponse(
    (response) => response.request().postData()?.includes("sepia") === true,
  );
  await sheet.getByLabel("Ink").selectOption("Sepia");
  expect((await inkResponse).status()).toBe(200);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^More actions for/ })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Cover and paper" }).click();
  await expect(radio(colour)).toBeChecked();
  await expect(sheet.getByLabel("Ink")).toHaveValue("sepia");
});
