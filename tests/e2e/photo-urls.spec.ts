import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { isLoaded, photosOf } from "./pictures.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

/** Gives photos other URLs in the replies of these calls, as the server does every quarter of an hour. */
const replacePhotoUrls = (page: Page, calls: RegExp): Promise<unknown> =>
  page.route(calls, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /(\/api\/photos\/\d+\/[\w.-]+\?e=\d+&(?:amp;)?s=[^"\\&]+)/g,
      "$1&x=1",
    );
    await route.fulfill({ response, body });
  });

/** Copies the selected text of the entry, or pastes `html` into it. Returns the HTML that is then in the clipboard. */
const sendClipboardEvent = (page: Page, command: "copy" | "paste", html = ""): Promise<string> =>
  page.evaluate(
    ([type, content]) => {
      const data = new DataTransfer();
      data.setData("text/html", content);
      const text = document.querySelector('[role="textbox"][aria-label="Entry"]');
      text?.dispatchEvent(new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData("text/html");
    },
    [command, html] as const,
  );

test("a photo stays visible when its URL changes or expires, and can be copied to another entry", async ({
  page,
  product,
  context,
  consoleErrors,
  expectNetworkErrors,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const photos = photosOf(page);
  await openEntry(page, user, "By water", "To Deptford");
  await pad.moveToEnd();
  await photos.add("river.png");
  await test.step("a photo that is copied with its text and pasted into another entry becomes a photo of that entry", async () => {
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
    const originalUrl = (await photos.inText.getAttribute("src")) ?? "";
    await pad.text.focus();
    await page.keyboard.press("ControlOrMeta+a");
    const copiedHtml = await sendClipboardEvent(page, "copy");
    expect(copiedHtml).toContain("data-photo-id");

    await openEntry(page, user, "By land", "On foot");
    await pad.moveToEnd();
    await sendClipboardEvent(page, "paste", copiedHtml);
    await expect(photos.inText).toHaveCount(1);
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
    await expect(photos.inText).not.toHaveAttribute("src", originalUrl);
    await expect(photos.strip).toHaveCount(1);
    await pad.expectSaved();
    await page.reload();
    await expect(photos.strip).toHaveCount(1);
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
  });

  await test.step("two tabs with different URLs of one photo do not conflict", async () => {
    const otherTab = await context.newPage();
    await replacePhotoUrls(otherTab, /\/api\/journals\/\d+\/entries\/\d+\?/);
    await otherTab.goto(page.url());
    const otherPad = padOf(otherTab);
    await otherPad.title.fill("By water, twice");
    await otherPad.expectSaved();
    // "Saved" alone may refer to the previous save.
    const starResponse = page.waitForResponse(
      (response) => response.request().method() === "PUT" && response.ok(),
    );
    await page.getByRole("button", { name: "Star this entry" }).click();
    await starResponse;
    await pad.expectSaved();
    await expect(page.getByText("Changed elsewhere")).toHaveCount(0);
    await otherTab.close();
  });

  await test.step("a changed photo URL does not count as a change of the text", async () => {
    const saves: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") saves.push(request.postData() ?? "");
    });
    await replacePhotoUrls(page, /\/api\/journals\/\d+\/entries\/\d+(\?|\/photos|$)/);
    await page.reload();
    await expect(photos.inText).toHaveCount(1);
    await expect(photos.inText).toHaveAttribute("src", /x=1/);
    await page.clock.install();
    await page.clock.runFor(15_000);
    expect(saves).toEqual([]);
    await pad.type(" and home");
    await page.clock.runFor(2_000);
    await pad.expectSaved();
    expect(saves.at(-1)).toContain("data-photo-id");
    expect(saves.join("\n")).not.toContain("/api/photos/");
    await page.clock.resume();
    await page.unrouteAll({ behavior: "wait" });
  });

  // Only the next step makes requests fail.
  expect(consoleErrors).toEqual([]);
  expectNetworkErrors();
  await test.step("an expired photo URL is replaced, and a photo that is not found says so", async () => {
    await page.route(/\/api\/photos\/\d+\//, (route) =>
      route.request().url().includes("x=1") ? route.continue() : route.fulfill({ status: 404 }),
    );
    await replacePhotoUrls(page, /\/entries\/\d+\/photos$/);
    await page.reload();
    await expect(photos.inText).toHaveAttribute("src", /x=1/);
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);

    await page.unrouteAll({ behavior: "wait" });
    await page.route(/\/api\/photos\/\d+\//, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(pad.text.getByText("This photo could not be loaded.")).toBeVisible();
  });
});
