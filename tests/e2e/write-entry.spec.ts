import { expect, logIn, padOf, signUp, test } from "../fixtures.ts";
import { openEntry, signIn, writeEntry } from "./test-users.ts";

test("a person signs up, writes an entry, and finds it after the next login", async ({ page }) => {
  const person = await signUp(page);
  const journal = `${person.firstName}’s Journal`;
  await page.getByRole("link", { name: "New entry" }).click();
  const pad = padOf(page);
  await pad.title.fill("Lord’s day");
  await page.keyboard.press("Enter");
  await expect(pad.text).toBeFocused();
  await page.keyboard.type("This morning I rose, put on my suit with great skirts.");
  await pad.expectSaved();
  await expect(page.getByText("11 words")).toBeVisible();

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
  await page.getByRole("heading").getByRole("link", { name: journal }).click();
  await expect(page.getByText("1 entry")).toBeVisible();
  await page.getByRole("link", { name: "Lord’s day" }).click();
  await expect(pad.text).toHaveText("This morning I rose, put on my suit with great skirts.");
});

test("formatting from the toolbar and the keyboard is saved", async ({ page, product }) => {
  await signIn(page, product);
  const pad = padOf(page);
  await pad.openNew();
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  await pad.text.click();
  await toolbar.getByRole("button", { name: "Heading 1" }).click();
  await page.keyboard.type("At the office");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("All the morning");
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- ale");
  await page.keyboard.press("Enter");
  await page.keyboard.type("anchovies");
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text.getByRole("heading", { level: 1 })).toHaveText("At the office");
  await expect(pad.text.getByRole("strong")).toHaveText("All the morning");
  await expect(pad.text.getByRole("listitem")).toHaveText(["ale", "anchovies"]);
});

test("pasted HTML keeps its text and formatting, but no scripts and positions", async ({
  page,
  product,
  consoleErrors,
}) => {
  await signIn(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await pad.text.click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData(
      "text/html",
      `<p style="position:fixed" onclick="alert(1)">Up <b>early</b> <span style="color:#c0392b;position:fixed">and red</span><script>window.stolen = 1</script><img src="x" onerror="window.stolen = 1"></p>`,
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true }),
    );
  });
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text).toContainText("Up early and red");
  await expect(pad.text.getByRole("strong")).toHaveText("early");
  expect(await pad.text.innerHTML()).not.toMatch(/script|onerror|onclick|position/);
  await expect(pad.text.getByText("and red")).toHaveCSS("color", "rgb(143, 29, 20)");
  expect(await page.evaluate(() => "stolen" in window)).toBe(false);
  // The browser reports each handler that its policy blocked.
  const blockedHandlers = consoleErrors.filter((text) =>
    text.startsWith("Executing inline event handler violates"),
  );
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((text) => !blockedHandlers.includes(text)),
  );
});

test("links open the older and the newer entry by day", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  const { journalId } = user;
  const firstUrl = `/journals/${journalId}/${await writeEntry(user, "First", "one")}`;
  const secondUrl = await openEntry(page, user, "Second", "two");
  await page.goto(firstUrl);
  await page.getByRole("link", { name: /Newer.*Second/ }).click();
  await page.waitForURL(secondUrl);
  await expect(pad.text).toHaveText("two");
  await page.getByRole("link", { name: /Older.*First/ }).click();
  await page.waitForURL(firstUrl);
  await expect(pad.text).toHaveText("one");
});

for (const timezoneId of ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Amsterdam"]) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("a day of the year 1660 stays that day", async ({ page, product }) => {
      const user = await signIn(page, product, { timezone: timezoneId });
      const pad = padOf(page);
      const entryUrl = await openEntry(page, user, "Lord’s day", "Blessed be God.");
      await page.getByLabel("Date of this entry").fill("1660-01-01");
      await page.getByLabel("Date of this entry").blur();
      await expect(page.getByText("Thu. 1/1/1660")).toBeAttached();
      await pad.expectSaved();
      await page.reload();
      await expect(page.getByLabel("Date of this entry")).toHaveValue("1660-01-01");
      await page.goto(entryUrl.replace(/\/\d+$/, ""));
      await expect(page.getByRole("main").getByText("Thu. 1/1/1660")).toBeVisible();
    });
  });
}

test("a double click on the trash button trashes the entry once", async ({ page, product }) => {
  const user = await signIn(page, product);
  await openEntry(page, user, "Lord’s day", "I rose late.");
  await page.getByRole("button", { name: "Move to the trash" }).dblclick();
  await page.waitForURL("**/entries");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(padOf(page).text).toHaveText("I rose late.");
});
