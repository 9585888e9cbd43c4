// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ClientConfigStore } from "../../stores/client-config.store.ts";
import type { Api } from "../api-client.ts";
import { commonText } from "../common-text.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { BotCheckField, useBotCheck } from "./bot-check.tsx";

const scripts: HTMLScriptElement[] = [];

/** Collects the scripts that the page adds, instead of loading them. A test then sends them `load` or `error`. */
function holdScripts(): void {
  scripts.length = 0;
  vi.spyOn(document.head, "append").mockImplementation(
    (node) => void scripts.push(node as HTMLScriptElement),
  );
}

/** Defines a fake of Cloudflare's functions: it sends token-1 when it is rendered, token-2 after a reset, and so on. */
function defineTurnstile(): void {
  let tokenCount = 0;
  let sendToken = () => {};
  window.turnstile = {
    render(host, options) {
      host.textContent = `Check for ${String(options["sitekey"])}`;
      sendToken = () => (options["callback"] as (token: string) => void)(`token-${(tokenCount += 1)}`);
      sendToken();
      return "widget";
    },
    reset: () => sendToken(),
    remove: () => {},
  };
}

let cleanUp = async () => {};
afterEach(async () => {
  await cleanUp();
  vi.restoreAllMocks();
  delete window.turnstile;
});

type Submit = Parameters<ReturnType<typeof useBotCheck>["pass"]>[0];

/** Shows a form with a bot check, whose button calls `submit`. `siteKey` is the key in the server's configuration. */
async function renderForm(siteKey: string | null, submit: Submit) {
  const api = {
    call: async () => ({ ok: true, status: 200, data: { turnstile_site_key: siteKey } }),
  } as unknown as Api;
  function Form() {
    const check = useBotCheck();
    return (
      <>
        <BotCheckField check={check} />
        <button type="button" onClick={() => void check.pass(submit)}>
          Log in
        </button>
      </>
    );
  }
  const page = await renderForTest(<Form />, { api, clientConfig: new ClientConfigStore(api) });
  cleanUp = page.remove;
  return page;
}

test("a bot check that does not load can be tried again, and then each click sends a new token", async () => {
  holdScripts();
  const tokens: unknown[] = [];
  const page = await renderForm("site-key", async ({ turnstile }, { retries }) => {
    tokens.push([turnstile, retries]);
    return { ok: tokens.length > 1 };
  });
  const text = () => document.body.textContent;
  expect(scripts.map(({ src }) => new URL(src).hostname)).toEqual(["challenges.cloudflare.com"]);
  await act(async () => void scripts[0]!.dispatchEvent(new Event("error")));
  expect(text()).toContain("Something may be blocking");

  await act(async () => page.button(commonText.actions.tryAgain).click());
  expect(scripts).toHaveLength(2);
  defineTurnstile();
  await act(async () => void scripts[1]!.dispatchEvent(new Event("load")));
  expect(text()).toContain("Check for site-key");
  expect(text()).not.toContain("Something may be blocking");

  for (let clicks = 0; clicks < 3; clicks += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one click after the other
    await act(async () => page.button("Log in").click());
  }
  expect(tokens).toEqual([
    ["token-1", 0],
    ["token-2", 0],
    ["token-3", 0],
  ]);
});

test("without a key in the server's configuration, no script is loaded, and the form is sent without a token", async () => {
  holdScripts();
  const bodies: unknown[] = [];
  const page = await renderForm(null, async (body) => {
    bodies.push(body);
    return { ok: true };
  });
  await act(async () => page.button("Log in").click());
  expect(scripts).toEqual([]);
  expect(bodies).toEqual([{}]);
});
