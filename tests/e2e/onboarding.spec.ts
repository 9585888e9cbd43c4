import type { Page } from "@playwright/test";
import { expect, logIn, newPerson, type Person, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";

/** Makes an account and stays at its first step. */
async function begin(page: Page): Promise<Person> {
  const person = newPerson();
  await page.goto("/app/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password again", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create my journal" }).click();
  await page.waitForURL("**/welcome");
  return person;
}

/** Waits until the server has heard of the next step. */
const stored = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/user/onboarding") && response.ok());

const skip = (page: Page) => page.getByRole("link", { name: "Skip", exact: true });

test("round the house: the journal gets its name, days their form, and the first page opens", async ({
  page,
}) => {
  await begin(page);
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  await page.getByRole("link", { name: "Begin" }).click();
  await page.getByLabel("Name of your journal").fill("");
  await page.getByLabel("Name of your journal").fill("Diary of the sea");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.waitForURL("**/welcome/customize");
  await page.getByRole("radio").nth(9).check();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("Name of your journal")).toHaveValue("Diary of the sea");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("radio").nth(9)).toBeChecked();
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/welcome/mobile");
  const done = stored(page);
  await page.getByRole("link", { name: "Write the first page" }).click();
  await page.waitForURL("**/new");
  await done;
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();
});

test("an empty name is refused beside its field", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  await begin(page);
  await page.goto("/welcome/journal");
  await page.getByLabel("Name of your journal").fill(" ");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByLabel("Name of your journal")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/welcome\/journal/);
});

test("straight to a page: the first lines are saved and stand in the list", async ({ page }) => {
  await begin(page);
  await page.goto("/onboarding");
  await page.waitForURL("**/onboarding/write");
  await page.getByRole("button", { name: "Save my first page" }).click();
  await expect(page.getByText("One word is enough.")).toBeVisible();
  await page.getByLabel("Title").fill("Lord’s day");
  await page.getByLabel("Your lines").fill("Up, and <to> church.\n\nAnd so to bed.");
  await page.getByRole("button", { name: "Save my first page" }).click();
  await page.waitForURL(/\/onboarding\/entries\?entryId=\d+$/);
  const mine = page.getByRole("listitem").filter({ hasText: "Just written" });
  await expect(mine).toContainText("Lord’s day");
  await expect(mine).toContainText("Up, and <to> church.");
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByRole("button", { name: "Save the name and go to my journals" }).click();
  await page.waitForURL("**/journals");
  await expect(page.getByText("1 entry")).toBeVisible();
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
});

test("lines that were typed are kept by whoever skips", async ({ page }) => {
  await begin(page);
  await page.goto("/onboarding/write");
  await page.getByLabel("Your lines").fill("Not to be lost.");
  const saved = page.waitForResponse((response) => response.status() === 201);
  await skip(page).click();
  await saved;
  await page.waitForURL("**/journals");
  await page.reload();
  await expect(page.getByText("1 entry")).toBeVisible();
});

test("whoever leaves in the middle comes back to the same step, here and elsewhere", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await begin(page);
  const moved = stored(page);
  await page.getByRole("link", { name: "Begin" }).click();
  await moved;
  await page.goto("/journals");
  await page.waitForURL("**/welcome/journal");
  await page.goto("/app/account");
  await expect(page.getByRole("heading", { name: "Account Settings" })).toBeVisible();
  await page.goto("/");
  await page.waitForURL("**/welcome/journal");

  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/app/login");
  await logIn(elsewhere, person);
  await elsewhere.waitForURL("**/welcome/journal");
  const done = stored(elsewhere);
  await elsewhere.getByRole("link", { name: "Daybook, skip to your journals" }).click();
  await elsewhere.waitForURL("**/journals");
  await done;
  await elsewhere.context().clearCookies();
  await elsewhere.goto("/app/login");
  await logIn(elsewhere, person);
  await elsewhere.waitForURL("**/journals");
  await other.close();
});

test("skipping works while the server cannot be reached", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  await begin(page);
  await page.route("**/api/user/onboarding", (route) => route.abort());
  await skip(page).click();
  await page.waitForURL("**/journals");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
});

for (const width of [1024, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: "reduce" } });
    test.setTimeout(180_000);

    test("every step can be used by everybody", async ({ page }) => {
      await begin(page);
      const steps = [
        { address: "/welcome", heading: "Welcome, Samuel" },
        { address: "/welcome/journal", heading: "Name your journal" },
        { address: "/welcome/customize", heading: "How days are written" },
        { address: "/welcome/mobile", heading: "At the desk, and away from it" },
        { address: "/onboarding/write", heading: "Write your first lines" },
        { address: "/onboarding/entries", heading: "Your pages will stand here" },
        { address: "/onboarding/journal", heading: "Name your journal" },
      ];
      for (const { address, heading } of steps) {
        /* oxlint-disable no-await-in-loop -- one page, one step after the other */
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expectLooksGood(page);
        /* oxlint-enable no-await-in-loop */
      }
    });
  });
}
