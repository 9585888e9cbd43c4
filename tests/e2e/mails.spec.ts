import { sampleMails } from "@daybook/schedulers/mail/testing/sample-mails";
import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`every mail fits in 600 and 360 pixels, and is accessible in the ${colorScheme} color scheme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const [name, { html }] of sampleMails()) {
      await page.setContent(html);
      for (const width of [600, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([name, width, overflow]).toEqual([name, width, 0]);
        // SHOTS names a folder for screenshots.
        if (process.env["SHOTS"]) {
          await page.screenshot({ path: `${process.env["SHOTS"]}/mail-${name}-${colorScheme}-${width}.png` });
        }
      }
      await expectAccessible(page);
    }
  });
}
