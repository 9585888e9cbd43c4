import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { picture } from "./pictures.ts";
import { openEntry, signIn } from "./test-users.ts";

const isLoaded = (image: HTMLImageElement | SVGElement) =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;

/** Copies or pastes in the text. Returns what the clipboard holds. */
const useClipboard = (page: Page, how: "copy" | "paste", html = ""): Promise<string> =>
  page.evaluate(
    ([type, content]) => {
      const data = new DataTransfer();
      data.setData("text/html", content);
      const text = document.querySelector('[role="textbox"][aria-label="Entry"]');
      text?.dispatchEvent(new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData("text/html");
    },
    [how, html] as const,
  );

test("a picture that is copied with its text is kept in the other entry", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
  const inText = pad.text.locator("img[alt]:not([class])");
  await openEntry(page, user, "By water", "To Deptford");
  await pad.moveToEnd();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add photos" }).first().click();
  await (await choosing).setFiles([picture("river.png")]);
  await expect(inText).toHaveCount(1);
  await pad.expectSaved();
  const first = await inText.getAttribute("src");
  await pad.text.focus();
  await page.keyboard.press("ControlOrMeta+a");
  const copied = await useClipboard(page, "copy");
  expect(copied).toContain("data-photo-id");

  await openEntry(page, user, "By land", "On foot");
  await pad.moveToEnd();
  await useClipboard(page, "paste", copied);
  await expect(inText).toHaveCount(1);
  await expect.poll(() => inText.evaluate(isLoaded)).toBe(true);
  expect(await inText.getAttribute("src")).not.toBe(first);
  await pad.expectSaved();
  await page.reload();
  await expect(
    page.getByRole("region", { name: "Photos" }).getByRole("button", { name: /^Look at/ }),
  ).toHaveCount(1);
  await expect.poll(() => inText.evaluate(isLoaded)).toBe(true);
});
