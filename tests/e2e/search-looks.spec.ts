import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";
import { waitUntilFound, writeFireEntries } from "./search-diary.ts";

test("the search page and the results below the header's field look good", async ({ page, product }) => {
  const diary = await createDiary(page, product, { pro: true });
  const [firstEntryId = 0] = await writeFireEntries(diary);
  const lockedEntry = await diary.write("Under a lock: bonfire");
  const longEntry = await diary.write(`${"A bonfire of unheard-of length ".repeat(5)}${"x".repeat(60)}`, {
    richtext_body: `<p>The bonfire ${"y".repeat(300)}</p>`,
  });
  await diary.tag(`Bonfire ${"of unheard-of length ".repeat(4)}`, [longEntry.id]);
  await diary.lock(lockedEntry.id);
  await waitUntilFound(diary, { query: "bonfrie" }, 2);
  await page.goto("/search?query=bonfrie");
  await expect(page.getByText("Showing results for bonfire")).toBeVisible();
  await expect(page.getByText("This entry is locked")).toBeAttached();
  await expect(page.getByRole("link", { name: /^Bonfire of unheard-of/ })).toBeVisible();
  await expectLooksGood(page);
  await page.goto("/search?tag=at+sea");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(1);
  await expectLooksGood(page);
  await page.goto("/search?query=bonfires+elephant");
  const someWords = "No entry has all of these words. These have some of them.";
  await expect(page.getByRole("status").filter({ hasText: someWords })).toBeVisible();
  await expectLooksGood(page);
  await page.goto("/search?query=nobody");
  await expect(page.getByText("We're sorry, your search did not return any results.")).toBeVisible();
  await expectLooksGood(page);
  await page.goto("/search");
  await expect(page.getByText("Enter a search term to begin")).toBeVisible();
  await expectLooksGood(page);

  await page.goto("/journals");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.click();
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options).toHaveText(["nobody", "bonfires elephant", "bonfrie"]);
  await expectLooksGood(page);
  await diary.lock(firstEntryId);
  await waitUntilFound(diary, { tag: "fire of London" }, 2);
  await field.fill("fire");
  // A tag, five entries, and the link to all results.
  await expect(options).toHaveCount(7);
  await page.keyboard.press("ArrowDown");
  await expectLooksGood(page);
});
