import { expect, padOf, test } from "../fixtures.ts";
import { expectAccessible, expectLooksGood } from "./looks.ts";
import { logInNewUser, openEntry, writeEntry } from "./test-users.ts";

test("focus mode, links and keys to nearby entries, the keyboard shortcuts and the trash button work on the pad", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const firstUrl = `/journals/${user.journalId}/${await writeEntry(user, "First", "one")}`;
  const secondUrl = await openEntry(page, user, "Second", "two");
  await test.step("focus mode shows only the entry and the save state, until Escape", async () => {
    await pad.moveToEnd();
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
  });

  await test.step("links and keys open the older and the newer entry", async () => {
    await expect(page.getByRole("link", { name: /Older.*First/ })).toBeVisible();
    await page.keyboard.press("Alt+PageUp");
    await expect(pad.title).toHaveValue("First");
    await expect(page.getByRole("link", { name: /Newer.*Second/ })).toBeVisible();
    await page.keyboard.press("Alt+PageDown");
    await expect(pad.title).toHaveValue("Second");
    await page.getByRole("link", { name: /Older.*First/ }).click();
    await page.waitForURL(firstUrl);
    await expect(pad.text).toHaveText("one");
    await page.getByRole("link", { name: /Newer.*Second/ }).click();
    await page.waitForURL(secondUrl);
    await expect(pad.text).toHaveText("two more");
  });

  await test.step("“?” opens the keyboard shortcuts, but can be typed in a text", async () => {
    await pad.type(" Why?");
    await expect(pad.text).toHaveText("two more Why?");
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
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await pad.expectSaved();
  });

  await test.step("a double click on the trash button trashes the entry once", async () => {
    await page.getByRole("button", { name: "Move to the trash" }).dblclick();
    await page.waitForURL("**/entries");
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(pad.text).toHaveText("two more Why?");
  });
});

// West of Greenwich, a day that is read as midnight UTC is shown as the day before.
test.describe("in America/Los_Angeles", () => {
  const timezone = "America/Los_Angeles";
  test.use({ timezoneId: timezone });

  test("the day of an entry is chosen in a calendar or typed, and is printed with the title, tags and text", async ({
    page,
    product,
  }) => {
    const user = await logInNewUser(page, product, { timezone });
    const pad = padOf(page);
    const entryUrl = await openEntry(page, user, "Lord’s day", "Blessed be God.");
    const field = page.getByLabel("Date of this entry");
    await test.step("the day is chosen, and a day of 1660 stays that day", async () => {
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
      // "Saved" alone may refer to the previous save, and the list shows only what the server has.
      const dayResponse = page.waitForResponse(
        (response) => response.request().postData()?.includes("1660-01-01") === true && response.ok(),
      );
      await field.fill("1660-01-01");
      await field.blur();
      await expect(page.getByText("Thu. 1/1/1660")).toBeAttached();
      await dayResponse;
      await pad.expectSaved();
      await page.goto(entryUrl.replace(/\/\d+$/, ""));
      await expect(page.getByRole("main").getByText("Thu. 1/1/1660")).toBeVisible();
      await page.goto(entryUrl);
      await expect(field).toHaveValue("1660-01-01");
    });

    await test.step("a printed entry has only its date, title, tags and text", async () => {
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
      await expect(page.getByText("Thu. 1/1/1660", { exact: true })).toBeVisible();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/print.png` });
    });
  });
});
