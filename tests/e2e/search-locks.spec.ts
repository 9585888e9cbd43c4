import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, test } from "../fixtures.ts";
import {
  fillLock,
  lockForm,
  lockPassword,
  signIn,
  type TestUser,
  createJournal,
  writeEntry,
} from "./test-users.ts";
import { searchAs, waitUntilFound } from "./search-diary.ts";

const lockRemoval = { unlock: true, lock_type: lockTypes.none, plain_password: lockPassword };
const noResultsText = "We're sorry, your search did not return any results.";

const resultsOf = (page: Page) => page.getByRole("main").locator("ol").first().getByRole("listitem");
const totalOf = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasNotText: "Loading" });

/** Repeats the search of the page until this text is shown. The index may need a moment. */
const searchUntilShown = (page: Page, text: string) =>
  expect(async () => {
    await page.getByRole("searchbox").press("Enter");
    await expect(page.getByRole("main").getByText(text)).toBeVisible({ timeout: 500 });
  }).toPass();

/** Writes two entries about one animal; returns the id of the first. */
async function writeTwoEntries(user: TestUser): Promise<string> {
  const entryId = await writeEntry(user, "Umbrellaphant", "The velvet umbrellaphant sleeps.");
  await writeEntry(user, "Another umbrellaphant", "That one is awake.");
  await waitUntilFound(user, { query: "umbrellaphant" }, 2);
  return entryId;
}

test("a locked entry in the results shows its title only, as soon as it is locked", async ({
  page,
  product,
}) => {
  const user = await signIn(page, product);
  const { remote, journalId } = user;
  const entryId = await writeTwoEntries(user);
  await page.goto("/search?query=umbrellaphant");
  const result = resultsOf(page).filter({ hasText: /^Umbrella/ });
  await expect(result).toContainText("The velvet umbrellaphant sleeps.");
  await expect(totalOf(page)).toHaveText("2 entries");
  await result.getByRole("link").click();
  await page.waitForURL(`**/journals/${journalId}/${entryId}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Lock this entry…" }).click();
  await fillLock(page);
  await page.getByRole("dialog").getByRole("button", { name: "Lock", exact: true }).click();
  await expect(page.getByRole("heading", { level: 3, name: "Another umbrellaphant" })).toBeVisible();

  const search = page.getByRole("banner").getByRole("combobox", { name: "Search" });
  await search.fill("umbrellaphant");
  const option = page.getByRole("option", { name: /^Umbrellaphant/ });
  await expect(option).toContainText("This entry is locked");
  await expect(option).not.toContainText("velvet");
  await search.press("Enter");
  await expect(result.getByText("This entry is locked")).toBeAttached();
  await expect(result).toContainText("Unlock it to see its text.");
  await expect(totalOf(page)).toHaveText("2 entries");
  await expect(page.getByText("velvet")).toHaveCount(0);
  await page.getByRole("searchbox").fill("velvet");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByText(noResultsText)).toBeVisible();

  ok(await remote.call("updateEntry", { params: { journalId, entryId }, body: lockRemoval }));
  await searchUntilShown(page, "The velvet umbrellaphant sleeps.");
  await expect(totalOf(page)).toHaveText("1 entry");
  await expect(result.getByText("This entry is locked")).toHaveCount(0);
});

test("results of a locked journal show titles only, and an encrypted journal has none", async ({
  page,
  product,
}) => {
  const user = await signIn(page, product, { pro: true });
  const { remote, journalId } = user;
  await writeTwoEntries(user);
  const letters = { ...user, journalId: await createJournal(user, "Letters") };
  await writeEntry(letters, "A letter about the umbrellaphant", "It will be velvet again.");
  await waitUntilFound(user, { query: "umbrellaphant" }, 3);
  const params = { journalId };
  const query = { query: "umbrellaphant" };

  ok(await remote.call("updateJournal", { params, body: lockForm }));
  const lockedReply = await searchAs(user, query);
  const resultsOfJournal = lockedReply.entries.filter(({ entry }) => String(entry.journal.id) === journalId);
  const lockedResult = { excerpt: "", is_locked: false, journal: { is_locked: true } };
  expect(lockedReply.total_entries).toBe(3);
  expect(resultsOfJournal.map(({ entry }) => entry)).toMatchObject([lockedResult, lockedResult]);
  await page.goto("/search?query=umbrellaphant");
  await expect(totalOf(page)).toHaveText("3 entries");
  await expect(resultsOf(page).getByText("This journal is locked")).toHaveCount(2);
  await expect(resultsOf(page).getByText("It will be velvet again.")).toBeVisible();
  await expect(page.getByText("sleeps")).toHaveCount(0);
  ok(await remote.call("updateJournal", { params, body: lockRemoval }));
  await searchUntilShown(page, "The velvet umbrellaphant sleeps.");

  ok(await remote.call("updateJournal", { params, body: { ...lockForm, lock_type: lockTypes.encryption } }));
  expect(await searchAs(user, query)).toMatchObject({ total_entries: 1, tags: [] });
  await page.reload();
  await expect(totalOf(page)).toHaveText("1 entry");
  await expect(resultsOf(page)).toHaveText(/^A letter about the umbrellaphant/);
  await page.goto("/search?query=sleeps");
  await expect(page.getByText(noResultsText)).toBeVisible();
  await page.goto("/search?query=awake");
  await expect(page.getByText(noResultsText)).toBeVisible();

  const unlockReply = ok(
    await remote.call("updateJournal", { params, body: { unlock: true, plain_password: lockPassword } }),
  );
  if (unlockReply.unlock_token) remote.setUnlockTokens(unlockReply.unlock_token);
  // Unlocking allows reading, but not searching.
  expect((await searchAs(user, query)).total_entries).toBe(1);
  ok(await remote.call("updateJournal", { params, body: lockRemoval }));
  await searchUntilShown(page, "That one is awake.");
  await waitUntilFound(user, query, 3);
});
