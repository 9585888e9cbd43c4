import type { Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, fillSignUpForm, newPerson, type Product, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, type TestUser } from "./test-users.ts";

/** Logs in to a new account, and opens the first step of the onboarding. */
async function beginOnboarding(page: Page, product: Product): Promise<TestUser> {
  const user = await logInNewUser(page, product, { withOnboarding: true });
  await page.goto("/welcome");
  return user;
}

/** Waits until the server has stored the next step. */
const waitForStoredStep = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/user/onboarding") && response.ok());

test("the first steps set the journal's name, which cannot be empty, and the date format, then open a new entry", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await page.goto("/app/signup");
  await fillSignUpForm(page, newPerson());
  await page.waitForURL("**/welcome");
  await expect(page.getByText("Step 1 of 4")).toBeVisible();
  const cover = page.locator("[data-cover]");
  const firstCover = await cover.getAttribute("data-cover");
  await page.getByRole("link", { name: "Begin" }).click();
  await expect(page.getByLabel("Name of your journal")).toBeVisible();
  await expect(cover).toHaveAttribute("data-cover", String(firstCover));
  await page.getByLabel("Name of your journal").fill(" ");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByLabel("Name of your journal")).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/welcome\/journal/);
  await page.getByLabel("Name of your journal").fill("Diary of the sea");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.waitForURL("**/welcome/customize");
  await expect(page.getByRole("heading", { level: 1, name: "Date format" })).toBeVisible();
  await page.getByRole("radio").nth(9).check();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("Name of your journal")).toHaveValue("Diary of the sea");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("radio").nth(9)).toBeChecked();
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/welcome/mobile");
  const lastStepStored = waitForStoredStep(page);
  await page.getByRole("link", { name: "Write your first entry" }).click();
  await page.waitForURL("**/new");
  await lastStepStored;
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Diary of the sea" })).toBeVisible();
});

test("the short onboarding saves a first entry and lists it", async ({ page, product }) => {
  await beginOnboarding(page, product);
  await page.goto("/onboarding");
  await page.waitForURL("**/onboarding/write");
  await page.getByRole("button", { name: "Save my first entry" }).click();
  await expect(page.getByText("Write at least one word.")).toBeVisible();
  await page.getByLabel("Title").fill("Lord’s day");
  await page.getByLabel("Your text").fill("Up, and <to> church.\n\nAnd so to bed.");
  await page.getByRole("button", { name: "Save my first entry" }).click();
  await page.waitForURL(/\/onboarding\/entries\?entryId=\d+$/);
  const newEntry = page.getByRole("listitem").filter({ hasText: "Just written" });
  await expect(newEntry).toContainText("Lord’s day");
  await expect(newEntry).toContainText("Up, and <to> church.");
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByRole("button", { name: "Save the name and go to my journals" }).click();
  await page.waitForURL("**/journals");
  await expect(page.getByText("1 entry")).toBeVisible();
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
});

test("every step of the onboarding looks good, and /journals and / lead to the unfinished step until the onboarding is skipped", async ({
  page,
  product,
}) => {
  const { person, remote } = await beginOnboarding(page, product);
  const readStoredStep = async () => {
    const { email, password } = person;
    return ok(await remote.call("login", { body: { email, password, client: "test setup" } })).user
      .onboarding_step;
  };
  const steps = [
    { path: "/welcome", heading: "Welcome, Samuel" },
    { path: "/welcome/journal", heading: "Name your journal" },
    { path: "/welcome/customize", heading: "Date format" },
    { path: "/welcome/mobile", heading: "On computers and phones" },
    { path: "/onboarding/write", heading: "Write your first lines" },
    { path: "/onboarding/entries", heading: "Your entries will appear here" },
    { path: "/onboarding/journal", heading: "Name your journal" },
  ];
  for (const { path, heading } of steps) {
    /* oxlint-disable no-await-in-loop -- one page after the other */
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectLooksGood(page);
    /* oxlint-enable no-await-in-loop */
  }

  await page.goto("/welcome");
  const nextStepStored = waitForStoredStep(page);
  await page.getByRole("link", { name: "Begin" }).click();
  await page.waitForURL("**/welcome/journal");
  await nextStepStored;
  await expect.poll(readStoredStep).toBe("welcome/journal");
  await page.goto("/journals");
  await page.waitForURL("**/welcome/journal");
  await page.goto("/app/account");
  await expect(page.getByRole("heading", { name: "Account Settings" })).toBeVisible();
  await page.goto("/");
  await page.waitForURL("**/welcome/journal");
  await page.getByRole("link", { name: "Daybook, skip to your journals" }).click();
  await page.waitForURL("**/journals");
  await expect.poll(readStoredStep).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
});
