import type { Page, Request } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { logInNewUser, writeEntry } from "./test-users.ts";

// Bugs that other journal products have had, most of which lost text. See also never-lost.spec.ts and two-tabs.spec.ts.

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/html", text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

/** Records the saves that a page sends from now on. */
function recordSaves(page: Page): Request[] {
  const saves: Request[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /\/api\/journals\/\d+\/entries/.test(request.url()))
      saves.push(request);
  });
  return saves;
}

test("an entry opens without a request to another website, and erasing all its text saves an empty entry", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const text = 'By water <img src="https://pictures.example.org/a.png" alt="The river">';
  const entryId = await writeEntry(user, "By water", text);
  const entryUrl = `/journals/${user.journalId}/${entryId}`;
  const saves = recordSaves(page);
  await test.step("an entry with a picture from another website opens without a request to that website", async () => {
    const pictureRequests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("pictures.example.org")) pictureRequests.push(request.url());
    });
    await page.goto(entryUrl);
    await expect(pad.text).toContainText("Picture from pictures.example.org, not loaded");
    expect(pictureRequests).toEqual([]);
  });

  await test.step("erasing all text saves an empty entry", async () => {
    await pad.erase();
    await expect(page.getByText("0 words")).toBeVisible();
    await expect.poll(() => saves.length).toBeGreaterThan(0);
    await pad.expectSaved();
    await page.goto(entryUrl.replace(/\/\d+$/, ""));
    await expect(page.getByText("1 entry")).toBeVisible();
    await page.goto(entryUrl);
    await expect(pad.text).toHaveText("");
  });
});

test("a new entry keeps its URL and everything that is written in it", async ({ page, product }) => {
  await logInNewUser(page, product);
  const pad = padOf(page);
  await test.step("a new entry that is blank again for a moment keeps its URL and its text", async () => {
    await pad.openNew();
    await pad.text.click();
    await page.keyboard.type("-");
    await page.waitForURL(/\/new\?draft=/);
    const draftUrl = page.url();
    const visitedUrls: string[] = [];
    page.on("framenavigated", (frame) => visitedUrls.push(frame.url()));
    await page.keyboard.press("Backspace");
    await page.waitForFunction(() => document.querySelector(".ProseMirror")?.textContent === "");
    // Erasing the text must not restore the first URL, because that would load another page.
    await expect(page.getByText("0 words")).toBeVisible();
    // The "-" counts as text until the space turns it into an empty list.
    await page.keyboard.type("- a list");
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    expect(visitedUrls.filter((url) => url.includes("/new") && url !== draftUrl)).toEqual([]);
    await expect(pad.text.getByRole("listitem")).toHaveText("a list");
    await page.reload();
    await expect(pad.text).toHaveText("a list");
  });

  await test.step("opening and leaving an entry sends no save", async () => {
    const saves = recordSaves(page);
    await page.reload();
    await expect(pad.text).toHaveText("a list");
    await pad.text.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+S");
    await page
      .getByRole("link", { name: /Journal$/ })
      .first()
      .click();
    await expect(page.getByText("1 entry")).toBeVisible();
    expect(saves.map((request) => request.method())).toEqual([]);
  });

  await test.step("alignment survives the content security policy", async () => {
    await pad.openNew();
    await pad.text.click();
    await page.keyboard.press("Control+Shift+E");
    await page.keyboard.type("In the middle");
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    await page.reload();
    await expect(pad.text.getByText("In the middle")).toHaveCSS("text-align", "center");
  });

  await test.step("an entry with only an image is not empty", async () => {
    await pad.openNew();
    await pad.text.click();
    await paste(page, `<img src="${pixel}" alt="A comet">`);
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    const entryUrl = page.url();
    await page.goto(entryUrl.replace(/\/\d+$/, ""));
    await expect(page.getByText("3 entries")).toBeVisible();
    await page.goto(entryUrl);
    await expect(pad.text.getByRole("img", { name: "A comet" })).toBeVisible();
  });

  await test.step("text typed while an entry is created is saved into it, and no second entry is made", async () => {
    await pad.openNew();
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/journals\/\d+\/entries/, async (route) => {
      if (route.request().method() === "POST") await released;
      await route.continue();
    });
    await pad.type("One");
    await pad.expectState("Saving…");
    await pad.type(" and two");
    release();
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    await page.reload();
    await expect(pad.text).toHaveText("One and two");
    await page.goto(page.url().replace(/\/\d+$/, ""));
    await expect(page.getByText("4 entries")).toBeVisible();
  });
  await test.step("the tab keeps the title of a new entry after its first save", async () => {
    await pad.openNew();
    await page.getByRole("textbox", { name: "Title" }).fill("A walk");
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    // Once a second save is done, the page of the saved entry is certainly shown.
    await pad.text.click();
    await page.keyboard.type("to Deptford");
    await pad.expectSaved();
    await expect(page).toHaveTitle(/^A walk · /);
  });
});
