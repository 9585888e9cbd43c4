import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, padOf, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { lockForm, lockJournal, lockPassword, logInNewUser, writeEntry } from "./test-users.ts";
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

test("a result opens at its first match, highlighted until the user types, presses Escape or leaves; highlights are not saved", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const { id } = await diary.write("The fire", { richtext_body: body });
  await diary.write("A walk to Bethnal Green", { richtext_body: "<p>It rained.</p>" });
  await diary.write("At sea", { richtext_body: "<p>Saw a grey<br>whale today.</p>" });
  await diary.write("At dinner", { richtext_body: "<p>Then Pembleton danced.</p>" });
  await Promise.all(
    ["cafe fire", "bethnal", '"grey whale"', "pembleton"].map((query) => waitUntilFound(diary, { query })),
  );
  const saveMethods = recordSaves(page);
  const pad = padOf(page);
  const result = page.getByRole("heading", { level: 3 }).getByRole("link");
  await page.goto("/search?query=cafe+fire");
  await result.click();
  await expect(page).toHaveURL(`/journals/${diary.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["fire", "Café", "FIRE", "fires"]);
  await expect(page.getByRole("status").filter({ hasText: "5 matches are highlighted" })).toBeAttached();
  await expect(pad.text.getByText("fire, and the Café burned")).toBeInViewport();
  await expect(pad.text.locator("mark")).toHaveCount(0);
  await pad.expectSaved();

  await pad.type("!");
  await expect.poll(() => highlightedWords(page)).toEqual([]);
  await pad.expectSaved();
  await expect.poll(() => [...new Set(saveMethods)]).toEqual(["PUT"]);
  const { entry } = await diary.call("getEntry", {
    params: { journalId: String(diary.journalId), entryId: String(id) },
  });
  expect(entry.richtext_body).not.toContain("<mark");
  expect(entry.richtext_body).toContain("The fires.!</p>");
  saveMethods.length = 0;

  const field = page.getByRole("banner").getByRole("combobox", { name: "Search" });
  await test.step("a match in the title is highlighted until Escape", async () => {
    await field.fill("bethnal");
    await page.getByRole("option", { name: /^A walk to Bethnal Green/ }).click();
    await expect(pad.title).toHaveCSS("text-decoration-line", "underline");
    await expect(page.getByRole("status").filter({ hasText: "1 match is highlighted" })).toBeAttached();
    await expect.poll(() => highlightedWords(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(pad.title).toHaveCSS("text-decoration-line", "none");
  });

  await test.step("a phrase across a line break is highlighted", async () => {
    await field.fill('"grey whale"');
    await page.getByRole("option", { name: /^At sea/ }).click();
    await expect.poll(() => highlightedWords(page)).toEqual(["greywhale"]);
  });

  await test.step("a corrected word is highlighted, until Escape or until another entry opens", async () => {
    await field.fill("pembelton");
    await field.press("Enter");
    await expect(page).toHaveURL("/search?query=pembelton");
    await result.click();
    await expect.poll(() => highlightedWords(page)).toEqual(["Pembleton"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => highlightedWords(page)).toEqual([]);
    await page.goBack();
    await result.click();
    await expect.poll(() => highlightedWords(page)).toEqual(["Pembleton"]);
    await expect(page.getByRole("link", { name: /Older.*At sea/ })).toBeVisible();
    await page.keyboard.press("Alt+PageUp");
    await expect(pad.title).toHaveValue("At sea");
    await expect.poll(() => highlightedWords(page)).toEqual([]);
    expect(saveMethods).toEqual([]);
  });
});

test("a result in a locked entry or a locked journal asks for its password, then opens with highlights; a journal that is already unlocked asks for none", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const lockedEntryId = await writeEntry(user, "The fire", "The fire went on.");
  const id = await writeEntry(user, "The plague", "The plague went on.");
  await waitUntilFound(user, { query: "fire" });
  await waitUntilFound(user, { query: "plague" });
  const params = { journalId: user.journalId, entryId: lockedEntryId };
  ok(await user.remote.call("updateEntry", { params, body: lockForm }));
  const unlock = async () => {
    await page.getByLabel("Password", { exact: true }).fill(lockPassword);
    await page.keyboard.press("Enter");
  };
  await page.goto("/search?query=fire");
  await page.getByRole("link", { name: "The fire" }).click();
  await page.waitForURL(`**/journals/${user.journalId}/${lockedEntryId}/unlock`);
  await unlock();
  await page.waitForURL(`**/journals/${user.journalId}/${lockedEntryId}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["fire"]);

  await lockJournal(user);
  await page.goto("/journals");
  await page.getByRole("combobox", { name: "Search" }).fill("plague");
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /^The plague/ })
    .click();
  await page.waitForURL(`**/journals/${user.journalId}/unlock?entry=${id}`);
  await unlock();
  await page.waitForURL(`**/journals/${user.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["plague"]);

  await page.goto("/search?query=plague");
  await expect(page.getByText("This journal is locked")).toBeAttached();
  await page.getByRole("heading", { level: 3 }).getByRole("link").click();
  await page.waitForURL(`**/journals/${user.journalId}/${id}`);
  await expect.poll(() => highlightedWords(page)).toEqual(["plague"]);
});
