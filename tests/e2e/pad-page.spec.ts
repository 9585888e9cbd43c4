import { expect, padOf, test } from "../fixtures.ts";
import { expectAccessible, expectLooksGood } from "./looks.ts";
import { openEntry, signIn, writeEntry } from "./test-users.ts";

test("focus mode shows only the entry and the save state, until Escape", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  await writeEntry(user, "First", "one");
  await openEntry(page, user, "Second", "two");
  await pad.text.click();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Nearby entries" })).toBeHidden();
  await expect(page.getByRole("button", { name: "History" })).toBeHidden();
  await page.keyboard.type(" more");
  await pad.expectSaved();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(pad.text).toBeFocused();
  await page.getByRole("button", { name: "Focus mode" }).click();
  await expect(page.getByRole("banner")).toBeHidden();
  await page.getByRole("button", { name: "Leave focus mode" }).click();
  await expect(page.getByRole("link", { name: /Older.*First/ })).toBeVisible();
  await page.keyboard.press("Alt+PageUp");
  await expect(pad.title).toHaveValue("First");
  await expect(page.getByRole("link", { name: /Newer.*Second/ })).toBeVisible();
  await page.keyboard.press("Alt+PageDown");
  await expect(pad.title).toHaveValue("Second");
});

test('"?" opens the keyboard shortcuts, but can be typed in a text', async ({ page, product }) => {
  await signIn(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await pad.type("Why?");
  await expect(pad.text).toHaveText("Why?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeHidden();
  await page.getByRole("button", { name: "More actions" }).focus();
  await page.keyboard.press("?");
  await expect(sheet.getByText("Ctrl", { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole("term").filter({ hasText: "Heading 1" }).first()).toBeVisible();
  await expectLooksGood(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await pad.text.click();
  await page.keyboard.press("Control+/");
  await expect(sheet).toBeVisible();
});

test.describe("on a Mac", () => {
  test("keyboard shortcuts have the names of the Mac's keys", async ({ page, product }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "platform", { get: () => "MacIntel" }),
    );
    await signIn(page, product);
    await padOf(page).openNew();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet.getByText("⌘").first()).toBeVisible();
    await expect(sheet.getByText("Ctrl", { exact: true })).toHaveCount(0);
  });
});

test("a printed entry has only its date, title, tags and text", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  await openEntry(page, user, "Lord’s day", "Blessed be God.");
  await pad.text.click();
  await page.getByRole("button", { name: "Add a tag" }).click();
  await page.getByRole("combobox", { name: "New tag" }).fill("church");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove the tag church" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.documentElement.dataset.uiTheme = "dark"));
  await page.emulateMedia({ media: "print" });
  await expect(pad.title).toBeVisible();
  await expect(pad.text).toHaveText("Blessed be God.");
  await expect(pad.text).toHaveCSS("color", "rgb(0, 0, 0)");
  for (const hiddenElement of [
    page.getByRole("banner"),
    page.getByRole("toolbar", { name: "Formatting" }),
    page.getByText(/^Saved/).first(),
    page.getByText("3 words"),
    page.getByRole("button", { name: "Choose a day" }),
    page.getByRole("button", { name: "Add a tag" }),
    page.getByRole("button", { name: "Give me a prompt" }),
    page.getByRole("button", { name: "Remove the tag church" }),
  ])
    await expect(hiddenElement).toBeHidden();
  await expect(page.getByText("church", { exact: true })).toBeVisible();
  await expect(page.getByText(/^\w{3}\. \d+\/\d+\/\d{4}$/)).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/print.png` });
});

test("the day of an entry is chosen in a calendar, by mouse and by keyboard", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  await openEntry(page, user, "Lord’s day", "Blessed be God.");
  const field = page.getByLabel("Date of this entry");
  await page.getByRole("button", { name: "Choose a day" }).click();
  const calendar = page.getByRole("dialog", { name: "Choose a day" });
  await calendar.getByLabel("Year").fill("1660");
  await calendar.getByLabel("Month", { exact: true }).selectOption("January");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/calendar.png` });
  await expectAccessible(page);
  await calendar.getByRole("button", { name: "Thursday, 1 January 1660" }).click();
  await expect(calendar).toBeHidden();
  await expect(field).toHaveValue("1660-01-01");
  await expect(page.getByRole("button", { name: "Choose a day" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(calendar.getByRole("button", { name: "Thursday, 1 January 1660" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Shift+PageUp");
  await expect(calendar.getByRole("button", { name: "Monday, 9 December 1658" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
  await expect(field).toHaveValue("1660-01-01");
  await field.click();
  await expect(calendar).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("2001-02-03");
  await expect(calendar.getByRole("button", { name: "Saturday, 3 February 2001" })).toBeVisible();
  await pad.text.click();
  await expect(calendar).toBeHidden();
  await pad.expectSaved();
  await page.reload();
  await expect(field).toHaveValue("2001-02-03");
});
