import type { Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** Presses a key until the target has the focus. Fails after 40 presses. */
export async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  // oxlint-disable-next-line no-await-in-loop -- one key after the other
  for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}
