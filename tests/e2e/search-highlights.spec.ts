import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, padOf, test } from "../fixtures.ts";
import { type Diary, openDiary } from "./diary.ts";
import { lockForm, lockJournal, lockPassword, signIn, writeEntry } from "./test-users.ts";
import { waitUntilFound } from "./search-diary.ts";

/** The words that are highlighted on the page, in their order. */
const highlightedWords = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get("daybook-match") ?? [])].map((range) => (range as Range).toString()),
  );

const filler = Array.from({ length: 80 }, (_, index) => `<p>Up, and to the office, day ${index}.</p>`).join(
  "",
);
const body = `${filler}<p>A <strong>great</strong> fire, and the Café burned.</p><p>FIRE! The fires.</p>`;

/** Records the methods of the saves that a page sends from now on. */
function recordSaves(page: Page): string[] {
  const methods: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /\/entries\//.test(request.url())) methods.push(request.method());
  });
  return methods;
}

/** Searches and opens the only result. */
async function openResult(page: Page, diary: Diary, id: number, query: string): Promise<void> {
  await waitUntilFound(diary, { query });
  await page.goto(`/search?query=${encodeURIComponent(query)}`);
  await page.getByRole("heading", { level: 3 }).getByRole("link").click();
  await expect(page).toHaveURL(`/journals/${diary.journalId}/${id}`);
}

test("a result opens at its first match, highlighted until the user types, and is not saved", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const { id } = await diary.write("The fire", { richtext_body: body });
  const saveMethods = recordSaves(page);
  await openResult(page, diary, id, "cafe fire");
  await expect.poll(() => highlightedWords(page)).toEqual(["fire", "Café", "FIRE", "fires"]);
  await expect(page.getByRole("status").filter({ hasText: "5 matches are highlighted" })).toBeAttached();
  const pad = padOf(page);
  await expect(pad.text.getByText("fire, and the Café burned")).toBeInViewport();
  await expect(pad.text.locator("mark")).toHaveCount(0);
  await pad.expectSaved();
  await expect(page).not.toHaveURL(/cafe/);

  await pad.type("!");
  await expect.poll(() => highlightedWords(page)).toEqual([]);
  await pad.expectSaved();
  await expect.poll(() => [...new Set(saveMethods)]).toEqual(["PUT"]);
  const { entry } = await diary.call("getEntry", {
    params: { journalId: String(diary.journalId), entryId: String(id) },
  });
  expect(entry.richtext_body).not.toContain("<mark");
  expect(entry.richtext_body).toContain("The fires.!</p>");
});

test("Escape and leaving the entry remove the highlights", async ({ page, product }) => {
  const diary = await openDiary(page, product);
  await diary.writeOn("1666-09-01", "Before", "No fire yet.");
  await diary.writeOn("1666-09-02", "The fire", "The fire went on.");
  const saveMethods = recordSaves(page);
  await waitUntilFound(diary, { query: "fire" }, 2);
  await page.goto("/search?query=fire");
  const result = page.getByRole("heading", { level: 3 }).getByRole("link", { name: "The fire" });
  await result.click();
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => highlightedWords(page)).toEqual([]);
  await page.goBack();
  await result.click();
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);
  await expect(page.getByRole("link", { name: /Older.*Before/ })).toBeVisible();
  await page.keyboard.press("Alt+PageUp");
  await expect(padOf(page).title).toHaveValue("Before");
  await expect.poll(() => highlightedWords(page)).toEqual([]);
  expect(saveMethods).toEqual([]);
});

test("a match in the title is highlighted until Escape; a phrase across a line break and a corrected word are highlighted too", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const walk = await diary.write("A walk to Bethnal Green", { richtext_body: "<p>It rained.</p>" });
  const sea = await diary.write("At sea", { richtext_body: "<p>Saw a grey<br>whale today.</p>" });
  const dinner = await diary.write("At dinner", { richtext_body: "<p>Then Pembleton danced.</p>" });
  await openResult(page, diary, walk.id, "bethnal");
  const { title } = padOf(page);
  await expect(title).toHaveCSS("text-decoration-line", "underline");
  await expect(page.getByRole("status").filter({ hasText: "1 match is highlighted" })).toBeAttached();
  await expect.poll(() => highlightedWords(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(title).toHaveCSS("text-decoration-line", "none");

  await openResult(page, diary, sea.id, '"grey whale"');
  await expect.poll(() => highlightedWords(page)).toEqual(["greywhale"]);

  await waitUntilFound(diary, { query: "pembleton" });
  await openResult(page, diary, dinner.id, "pembelton");
  await expect.poll(() => highlightedWords(page)).toEqual(["Pembleton"]);
});

test("a locked entry in the results asks for its password, then opens with highlights", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await signIn(page, product);
  const id = await writeEntry(user, "The fire", "The fire went on.");
  await waitUntilFound(user, { query: "fire" });
  const params = { journalId: user.journalId, entryId: id };
  ok(await user.remote.call("updateEntry", { params, body: lockForm }));
  await page.goto("/search?query=fire");
  await page.getByRole("link", { name: "The fire" }).click();
  await page.waitForURL(`**/journals/${user.journalId}/${id}/unlock`);
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/journals/${user.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);
});

test("a result in a locked journal asks for the journal's password, then opens with highlights; once the journal is unlocked, no password is asked for", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await signIn(page, product);
  const id = await writeEntry(user, "The fire", "The fire went on.");
  await waitUntilFound(user, { query: "fire" });
  await lockJournal(user);
  await page.goto("/journals");
  await page.getByRole("combobox", { name: "Search" }).fill("fire");
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /^The fire/ })
    .click();
  await page.waitForURL(`**/journals/${user.journalId}/unlock?entry=${id}`);
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/journals/${user.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);

  await page.goto("/search?query=fire");
  await expect(page.getByText("This journal is locked")).toBeAttached();
  await page.getByRole("heading", { level: 3 }).getByRole("link").click();
  await page.waitForURL(`**/journals/${user.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);
});
