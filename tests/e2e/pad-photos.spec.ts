import { truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { isLoaded, photosOf, picture } from "./pictures.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

/** Pastes or drops a picture file into the text. */
async function insertFile(page: Page, method: "paste" | "drop", name: string): Promise<void> {
  const bytes = [...picture(name).buffer];
  await page.evaluate(
    (file) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: "image/png" }));
      const target = document.querySelector('[role="textbox"][aria-label="Entry"]');
      const { left, top } = target?.getBoundingClientRect() ?? { left: 0, top: 0 };
      const init = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 10 };
      target?.dispatchEvent(
        file.method === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent("drop", { dataTransfer: data, ...init }),
      );
    },
    { bytes, method, name },
  );
}

test("a photo that is added to an empty page creates an entry; photos are pasted and dropped into the text", async ({
  page,
  product,
}) => {
  await logInNewUser(page, product);
  const pad = padOf(page);
  const photos = photosOf(page);
  await test.step("adding a photo to an empty page creates an entry and saves it", async () => {
    await pad.openNew();
    await photos.choose(["river.png"]);
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await expect(photos.inText).toHaveCount(1);
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
    await expect(photos.strip).toHaveCount(1);
    await pad.expectSaved();
    await page.reload();
    await expect(photos.inText).toHaveCount(1);
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
  });

  await test.step("photos are pasted and dropped into the text", async () => {
    await pad.type("To Deptford");
    await pad.moveToEnd();
    await insertFile(page, "paste", "pasted.png");
    await expect(photos.inText).toHaveCount(2);
    await insertFile(page, "drop", "dropped.png");
    await expect(photos.inText).toHaveCount(3);
    await expect(photos.strip).toHaveCount(3);
    await pad.expectSaved();
    await page.reload();
    await expect(photos.inText).toHaveCount(3);
    await expect(pad.text).toContainText("To Deptford");
  });
});

test("a photo is refused and tried again, resized, viewed, described, removed from the text, inserted again, and deleted", async ({
  page,
  product,
  expectNetworkErrors,
}, testInfo) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  const photos = photosOf(page);
  await openEntry(page, user, "By water", "To Deptford");
  await pad.moveToEnd();
  await test.step("a photo that cannot be saved says why in its place, and can be tried again", async () => {
    const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
      page.route(/\/entries\/\d+\/photos$/, (route) =>
        route.fulfill({ status, headers, json: { error: "No.", code } }),
      );

    await refuse(422, "quota");
    await photos.choose(["river.png"]);
    await expect(pad.text.getByRole("alert")).toContainText("photo storage is full");
    await page.unrouteAll();
    await refuse(429, "rate_limited", { "retry-after": "580" });
    await pad.text.getByRole("button", { name: "Try again" }).click();
    await expect(pad.text.getByRole("alert")).toContainText(
      "You have added many photos in a short time. Try again in 10 minutes.",
    );
    await page.unrouteAll();
    await pad.text.getByRole("button", { name: "Try again" }).click();
    await expect(photos.inText).toHaveCount(1);
    await expect(pad.text.getByRole("alert")).toHaveCount(0);

    // The browser reads the files from the disk. The huge one has no content, only a size.
    const contents = { "notes.pdf": "%PDF", "huge.png": "", "false.png": "no picture at all" };
    const paths = Object.entries(contents).map(([name, content]) => {
      const path = testInfo.outputPath(name);
      writeFileSync(path, content);
      return path;
    });
    truncateSync(testInfo.outputPath("huge.png"), 21 * 1024 * 1024);
    const fileChooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add photos" }).first().click();
    await (await fileChooser).setFiles(paths);
    const refusalAlert = pad.text.getByRole("alert");
    await expect(pad.text).toBeFocused();
    await expect(refusalAlert).toHaveCount(3);
    await expect(refusalAlert.filter({ hasText: "This format is not supported" })).toHaveCount(2);
    await expect(refusalAlert.filter({ hasText: "at most 20 MB" })).toHaveCount(1);
    for (let remaining = 3; remaining > 0; remaining -= 1) {
      await pad.text.getByRole("button", { name: "Discard" }).first().click();
      await expect(refusalAlert).toHaveCount(remaining - 1);
    }
    await pad.expectSaved();
    await page.reload();
    await expect(photos.inText).toHaveCount(1);
  });

  await test.step("a photo is resized by its handle and by the keyboard", async () => {
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
    await photos.inText.click();
    const handle = pad.text.getByRole("slider", { name: "Photo width" });
    await expect(handle).toHaveAttribute("aria-valuenow", "400");
    // Waits until the handle stops moving.
    await handle.hover();
    const box = await handle.boundingBox();
    if (!box) throw new Error("no handle");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 140, box.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Number(await handle.getAttribute("aria-valuenow"))).toBeLessThan(300);
    const draggedWidth = Number(await handle.getAttribute("aria-valuenow"));

    await pad.text.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    // The editor notices a native caret move a moment later. A person would not press the next key so fast.
    const caret = () =>
      pad.text.evaluate(
        (dom) =>
          (dom as unknown as { editor: { state: { selection: { head: number } } } }).editor.state.selection
            .head,
      );
    await expect.poll(caret).toBe("To Deptford".length + 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await expect(pad.text.getByRole("button", { name: "Open and add description" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(handle).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(async () => Number(await handle.getAttribute("aria-valuenow")))
      .toBeGreaterThan(draggedWidth);
    await page.keyboard.press("Escape");
    await expect(pad.text).toBeFocused();
    const widthBefore = await photos.inText.evaluate((image) =>
      Math.round(image.getBoundingClientRect().width),
    );
    await pad.expectSaved();
    await page.reload();
    await expect.poll(() => photos.inText.evaluate(isLoaded)).toBe(true);
    await expect
      .poll(() => photos.inText.evaluate((image) => Math.round(image.getBoundingClientRect().width)))
      .toBe(widthBefore);
  });

  await test.step("a photo is viewed, described, removed from the text, inserted again, and deleted", async () => {
    await pad.moveToEnd();
    await photos.choose(["town.png", [150, 90, 60]]);
    await expect(photos.strip).toHaveCount(2);
    await expect(photos.inText).toHaveCount(2);
    await photos.strip.first().focus();
    await page.keyboard.press("Enter");
    const lightbox = page.getByRole("dialog");
    await expect(lightbox.getByRole("heading", { name: "Photo 1 of 2" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(lightbox.getByRole("heading", { name: "Photo 2 of 2" })).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(lightbox.getByRole("heading", { name: "Photo 1 of 2" })).toBeVisible();
    // A typed description is saved when the photo is left.
    await lightbox.getByLabel("Description").fill("The river");
    await lightbox.getByRole("button", { name: "Next photo" }).click();
    await expect(lightbox.getByRole("heading", { name: "Photo 2 of 2" })).toBeVisible();
    await lightbox.getByRole("button", { name: "Previous photo" }).click();
    await expect(lightbox.getByLabel("Description")).toHaveValue("The river");
    await lightbox.getByLabel("Description").fill("The river at dawn");
    await page.keyboard.press("Enter");
    await expect(lightbox.getByText("Description updated.")).toBeVisible();
    await expectLooksGood(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Look at The river at dawn" })).toBeFocused();
    await pad.expectSaved();

    await pad.text.getByRole("img", { name: "The river at dawn" }).click();
    await page.keyboard.press("Delete");
    await expect(photos.inText).toHaveCount(1);
    await photos.strip.first().click();
    await lightbox.getByRole("button", { name: "Insert into the text" }).click();
    await expect(photos.inText).toHaveCount(2);

    await photos.strip.nth(1).click();
    await lightbox.getByRole("button", { name: "Remove" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("This cannot be undone");
    await question.getByRole("button", { name: "Remove the photo" }).click();
    await expect(photos.strip).toHaveCount(1);
    await expect(photos.inText).toHaveCount(1);
    await pad.expectSaved();
    await page.reload();
    await expect(photos.strip).toHaveCount(1);
    await expect(photos.inText).toHaveCount(1);
  });
});
