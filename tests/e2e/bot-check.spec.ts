import type { Page } from "@playwright/test";
import { expect, logIn, newPerson, testWithOwnProduct } from "../fixtures.ts";

/** A Daybook that asks for a bot check. Nothing here reaches Cloudflare: the test replaces its script and answers the log-ins. */
const test = testWithOwnProduct({ TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret" });

// `bot-check.test.tsx` proves the rest without a browser. Here a real one loads the script, under our content security policy.

/** Replaces Cloudflare's script: gives token-1, then token-2 after a reset, and so on. */
const fakeScript = `
  let tokenCount = 0;
  let options;
  const sendToken = () => setTimeout(() => options.callback("token-" + (tokenCount += 1)), 50);
  window.turnstile = {
    render(host, renderOptions) {
      options = renderOptions;
      host.textContent = "Check for " + renderOptions.sitekey;
      sendToken();
      return "widget";
    },
    reset: sendToken,
    remove() {},
  };
`;

/** Refuses every log-in. Returns the bot-check tokens that the log-ins sent. */
async function refuseLogins(page: Page): Promise<unknown[]> {
  const tokens: unknown[] = [];
  await page.route("**/api/user/login", async (route) => {
    tokens.push((route.request().postDataJSON() as { turnstile?: string }).turnstile);
    await route.fulfill({
      status: 422,
      json: { error: "Your email or password were incorrect.", code: "wrong_credentials" },
    });
  });
  return tokens;
}

test("a bot check that does not load can be tried again; the login form sends the token of the check, and a new one after a refusal", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  let isBlocked = true;
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    isBlocked
      ? route.abort("blockedbyclient")
      : route.fulfill({ contentType: "text/javascript", body: fakeScript }),
  );
  await page.goto("/app/signup");
  await expect(page.getByText("Something may be blocking")).toBeVisible();
  isBlocked = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Check for site-key")).toBeVisible();
  await expect(page.getByText("Something may be blocking")).toBeHidden();

  const tokens = await refuseLogins(page);
  await page.goto("/app/login");
  await expect(page.getByText("Check for site-key")).toBeVisible();
  await logIn(page, newPerson());
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("another");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  // The message may still be that of the first refusal, so the tokens are awaited separately.
  await expect.poll(() => tokens).toEqual(["token-1", "token-2"]);
});
