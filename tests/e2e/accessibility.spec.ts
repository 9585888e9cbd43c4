import { expect, expectAccessible, padOf, signUp, test } from "../fixtures.ts";

const themes = ["default", "light", "dark"];
const widths = [1024, 1440];

for (const theme of themes) {
  for (const width of widths) {
    test.describe(`theme ${theme} at ${width} px`, () => {
      test.use({ viewport: { width, height: 900 } });

      test("every screen can be used by everybody", async ({ page }) => {
        await page.addInitScript((name) => {
          document.addEventListener(
            "DOMContentLoaded",
            () => (document.documentElement.dataset.theme = name),
          );
        }, theme);
        const look = async () => {
          await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
          await expectAccessible(page);
        };
        await page.goto("/app/login");
        await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
        await look();
        await page.goto("/app/signup");
        await expect(page.getByRole("heading", { name: "Start your journal" })).toBeVisible();
        await look();
        await signUp(page);
        await look();
        await page.getByRole("button", { name: "New journal" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await look();
        await page.getByRole("button", { name: "Cancel" }).click();
        const address = await padOf(page).write("Lord’s day", "Up, and to church.");
        await look();
        await page.getByRole("button", { name: "History" }).click();
        await expect(page.getByRole("dialog", { name: "History" })).toContainText("Up, and to church.");
        await look();
        await page.goto(address.replace(/\/\d+$/, ""));
        await expect(page.getByRole("link", { name: "Lord’s day" })).toBeVisible();
        await look();
        await page.goto("/error/404?type=entry");
        await expect(page.getByText(/was not found/)).toBeVisible();
        await look();
        await page.goto("/error/403?type=entry");
        await look();
      });
    });
  }
}

test("from sign-up to a saved page by the keyboard alone", async ({ page }) => {
  await page.goto("/app/signup");
  await page.getByLabel("First name").focus();
  const password = "and so to bed 1660";
  const steps = ["Samuel", null, `${Date.now()}-keys@example.com`, password, null, password, null, null];
  for (const step of steps) {
    if (step) await page.keyboard.type(step);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/journals");
  const newEntry = page.getByRole("link", { name: "New entry" });
  for (
    let press = 0;
    press < 20 && !(await newEntry.evaluate((link) => link === document.activeElement));
    press++
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const pad = padOf(page);
  await expect(pad.text).toBeVisible();
  await page.keyboard.type("By the keyboard alone.");
  await pad.expectSaved();
  await page.keyboard.press("Alt+F10");
  await expect(page.getByRole("button", { name: "Heading 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pad.text).toBeFocused();
});
