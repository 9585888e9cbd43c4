import { expect, padOf, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { writeFireEntries } from "./search-diary.ts";

test("the search in the header opens results, also from the pad, and stores recent searches encrypted until the user logs out", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const id = (await writeFireEntries(diary))[2];
  await page.goto(diary.listPath);
  const field = page.getByRole("banner").getByRole("combobox", { name: "Search" });
  await expect(field).toBeVisible();
  // A page that was just opened may not listen to the keyboard yet.
  await expect(async () => {
    await page.keyboard.press("Control+K");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.type("fire");
  const list = page.getByRole("listbox", { name: "Search results" });
  await expect(list.getByRole("option")).toHaveText([
    /^fire of London/,
    // The tag of days 1 to 3 has the word too. Of equal matches, the newest comes first.
    /^Fire, day 3/,
    /^Fire, day 2/,
    /^Fire, day 1The/,
    /^Fire, day 12/,
    /^Fire, day 11/,
    "All results for “fire”",
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const result = list.getByRole("option", { name: /^Fire, day 3/ });
  await expect(result).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const entryUrl = `/journals/${diary.journalId}/${id}`;
  await expect(page).toHaveURL(entryUrl);
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("");

  await test.step("Ctrl+K in the pad opens the search when nothing is selected", async () => {
    await expect(padOf(page).title).toHaveValue("Fire, day 3");
    await padOf(page).text.click();
    await page.keyboard.press("Control+K");
    await expect(field).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.type("river");
    await page.getByRole("option", { name: "All results for “river”" }).click();
    await expect(page).toHaveURL("/search?query=river");
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Untitled Entry"]);
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect(field).toHaveCount(0);
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL(entryUrl);
  });

  await test.step("recent searches are stored encrypted until the user logs out", async () => {
    const readLocalStorage = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    await field.click();
    const recent = page.getByRole("listbox", { name: "Recent searches" });
    await expect(recent.getByRole("option")).toHaveText(["river", "fire"]);
    expect(await readLocalStorage()).toContain("daybook-searches");
    expect(await readLocalStorage()).not.toMatch(/river|fire/);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Clear recent searches" })).toBeFocused();
    await page.getByRole("button", { name: /^Your account/ }).click();
    await expect(recent).toBeHidden();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/app/login");
    await expect.poll(readLocalStorage).not.toContain("daybook-searches");
  });
});
