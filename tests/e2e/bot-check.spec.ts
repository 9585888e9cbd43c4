import type { Page } from "@playwright/test";
import { expect, logIn, newPerson, testWithOwnProduct } from "../fixtures.ts";

/** A product that asks for a bot check. Nothing here reaches Cloudflare: its script and the calls are answered by the tests. */
const test = testWithOwnProduct({ TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret" });

/** Replaces Cloudflare's script: gives token-1, then token-2 after a reset, and so on. */
const fakeScript = `
  let sentTokens = 0;
  let options;
  const give = () => setTimeout(() => options.callback("token-" + (sentTokens += 1)), 50);
  window.turnstile = {
    render(host, renderOptions) {
      options = renderOptions;
      host.textContent = "Check for " + renderOptions.sitekey;
      give();
      return "widget";
    },
    reset: give,
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

test("a form sends a bot-check token, and a fresh one after a refusal", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: fakeScript }),
  );
  const tokens = await refuseLogins(page);
  await page.goto("/app/login");
  await expect(page.getByText("Check for site-key")).toBeVisible();
  await logIn(page, newPerson());
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("another");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  // The message is still that of the first refusal.
  await expect.poll(() => tokens).toEqual(["token-1", "token-2"]);
});

test("a bot check that does not load says so and can be tried again", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  let blocked = true;
  await page.route("https://challenges.cloudflare.com/**", (route) =>
    blocked
      ? route.abort("blockedbyclient")
      : route.fulfill({ contentType: "text/javascript", body: fakeScript }),
  );
  await page.goto("/app/signup");
  await expect(page.getByText("Something may be blocking")).toBeVisible();
  blocked = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Check for site-key")).toBeVisible();
  await expect(page.getByText("Something may be blocking")).toBeHidden();
});
