import type { Page } from "@playwright/test";
import { expect, padOf, type Product, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { openEntry, signIn, writeEntry } from "./test-users.ts";

/** Fails the page's requests for entries, so that it does not load what other tabs save. */
const blockReloads = (page: Page) =>
  page.route(/\/api\/journals\/\d+\/entries\/\d+$/, (route) =>
    route.request().method() === "GET" ? route.abort() : route.fallback(),
  );

/** Opens one entry in two tabs. The tab of `page` does not load what the other one saves. */
async function openInTwoTabs(page: Page, product: Product) {
  const user = await signIn(page, product);
  const entryUrl = await openEntry(page, user, "Two tabs", "In the garden.");
  await blockReloads(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto(entryUrl);
  await expect(padOf(otherTab).text).toHaveText("In the garden.");
  return { entryUrl, otherTab };
}

/**
 * Changes the open entry in both tabs. The tab of `page` saves second and shows the conflict. Returns the sheet that it shows.
 *
 * @param words what is typed in each tab, and how many words the other tab then shows
 */
async function createConflict(
  page: Page,
  otherTab: Page,
  words: { other: string; mine: string; otherWordCount: number },
) {
  const pad = padOf(page);
  const otherPad = padOf(otherTab);
  const otherSave = otherTab.waitForResponse(
    (response) => response.request().method() === "PUT" && response.ok(),
  );
  await otherPad.type(` ${words.other}`);
  await otherSave;
  await expect(otherTab.getByText(`${words.otherWordCount} words`)).toBeVisible();
  await otherPad.expectSaved();
  await expect(page.getByRole("dialog")).toBeHidden();
  await pad.type(` ${words.mine}`);
  const sheet = page.getByRole("dialog", { name: "Changed elsewhere" });
  await expect(sheet.getByRole("region", { name: "Your version" })).toContainText(words.mine);
  await expect(sheet).toContainText("in another tab of this browser.");
  await expect(sheet.getByRole("insertion").filter({ hasText: words.other.slice(0, -1) })).toBeVisible();
  await expect(sheet.getByRole("region", { name: "Other version" })).toContainText(words.other);
  return sheet;
}

/** Opens the versions of the open entry one by one until one has this text. */
async function expectInHistory(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /Show all/ }).click();
  const matches = history.getByText(words);
  // A version takes a moment to load. If it is too slow, the next round opens it again.
  await expect(async () => {
    for (const row of await history.getByRole("button", { name: /^\d\d:\d\d/ }).all()) {
      await row.click();
      await expect(row).toHaveAttribute("aria-pressed", "true");
      const isFound = await matches.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
      if (isFound) return;
    }
    throw new Error(`no version has the text ${words}`);
  }).toPass();
}

test("in a conflict, either text can be kept, the other one stays in the history, and mine can become a new entry", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { entryUrl, otherTab } = await openInTwoTabs(page, product);
  const pad = padOf(page);
  const otherPad = padOf(otherTab);
  const history = page.getByRole("dialog", { name: "History" });

  let sheet = await createConflict(page, otherTab, {
    other: "My wife sang.",
    mine: "It rained.",
    otherWordCount: 6,
  });
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Keep mine" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text).toHaveText("In the garden. It rained.");
  await expectInHistory(page, "In the garden. My wife sang.");
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
  await expect(otherPad.text).toHaveText("In the garden. It rained.");

  sheet = await createConflict(page, otherTab, { other: "I dined.", mine: "And home.", otherWordCount: 7 });
  await sheet.getByRole("button", { name: "Keep other version" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined.");
  await expectInHistory(page, "In the garden. It rained. And home.");
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
  await expect(otherPad.text).toHaveText("In the garden. It rained. I dined.");

  sheet = await createConflict(page, otherTab, { other: "So late.", mine: "To bed.", otherWordCount: 9 });
  await sheet.getByRole("button", { name: "Save mine as a new entry" }).click();
  await expect(sheet).toBeHidden();
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined. So late.");
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(pad.text).toHaveText("In the garden. It rained. I dined. To bed.");
  await page.goto(entryUrl.replace(/\/\d+$/, ""));
  await expect(page.getByText("2 entries")).toBeVisible();
});

test("another tab shows what was saved, and changes of different paragraphs are merged", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await signIn(page, product);
  const pad = padOf(page);
  const id = await writeEntry(user, "Two tabs", "<p>In the garden.</p><p>At the office.</p>");
  const entryUrl = `/journals/${user.journalId}/${id}`;
  await page.goto(entryUrl);
  await expect(pad.text).toContainText("At the office.");
  const otherTab = await page.context().newPage();
  await otherTab.goto(entryUrl);
  const otherPad = padOf(otherTab);
  await otherPad.type(" Dined.");
  await otherPad.expectSaved();
  await expect(pad.text).toContainText("At the office. Dined.");

  await blockReloads(page);
  await otherPad.type(" Home.");
  await expect(otherTab.getByText("8 words")).toBeVisible();
  await otherPad.expectSaved();
  await pad.text.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Early ");
  await expect(pad.text).toContainText("At the office. Dined. Home.");
  await page.keyboard.type("and late ");
  await expect(pad.text).toContainText("Early and late In the garden.");
  await expect(otherPad.text).toContainText("Early and late In the garden.");
  await expect(otherPad.text).toContainText("At the office. Dined. Home.");
});

test("the same words typed in both tabs are no conflict; logging out in one tab logs the other out", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await signIn(page, product);
  const pad = padOf(page);
  const entryUrl = await openEntry(page, user, "Same", "One");
  await blockReloads(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto(entryUrl);
  const otherPad = padOf(otherTab);
  await otherPad.type(" two");
  await expect(otherTab.getByText("2 words")).toBeVisible();
  await otherPad.expectSaved();
  await pad.type(" two");
  await expect(page.getByText("2 words")).toBeVisible();
  await pad.expectSaved();
  await expect(page.getByRole("dialog")).toBeHidden();

  await otherTab.goto("/journals");
  await expect(otherTab.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await otherTab.waitForURL("**/app/login**");
});
