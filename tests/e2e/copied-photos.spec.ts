import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { isLoaded, photosOf } from "./pictures.ts";
import { openEntry, signIn } from "./test-users.ts";

/** Copies the selected text of the entry, or pastes `html` into it. Returns the HTML that is then in the clipboard. */
const useClipboard = (page: Page, command: "copy" | "paste", html = ""): Promise<string> =>
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

test("a photo that is copied with its text and pasted into another entry becomes a photo of that entry", async ({
  page,
  product,
}) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  const photos = photosOf(page);
  const { inText, strip } = photos;
  await openEntry(page, user, "By water", "To Deptford");
  await pad.moveToEnd();
  await photos.add("river.png");
  await expect.poll(() => inText.evaluate(isLoaded)).toBe(true);
  const originalUrl = (await inText.getAttribute("src")) ?? "";
  await pad.text.focus();
  await page.keyboard.press("ControlOrMeta+a");
  const copiedHtml = await useClipboard(page, "copy");
  expect(copiedHtml).toContain("data-photo-id");

  await openEntry(page, user, "By land", "On foot");
  await pad.moveToEnd();
  await useClipboard(page, "paste", copiedHtml);
  await expect(inText).toHaveCount(1);
  await expect.poll(() => inText.evaluate(isLoaded)).toBe(true);
  await expect(inText).not.toHaveAttribute("src", originalUrl);
  await expect(strip).toHaveCount(1);
  await pad.expectSaved();
  await page.reload();
  await expect(strip).toHaveCount(1);
  await expect.poll(() => inText.evaluate(isLoaded)).toBe(true);
});
