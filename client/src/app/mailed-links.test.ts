import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { type CallOptions, noResponse } from "../shared/api-client.ts";
import type { Services } from "../shared/services.ts";
import { mailedLinkLoaders } from "./mailed-links.ts";

const argsOf = (path: string, params = {}) =>
  ({ request: new Request(`http://localhost${path}`), params }) as LoaderFunctionArgs;

/** Loaders whose calls get no reply, and the idempotency keys of the calls. */
function loadersWithoutReplies() {
  const keys: (string | undefined)[] = [];
  const call = async (_name: string, _input: unknown, options?: CallOptions) => {
    keys.push(options?.idempotencyKey);
    return noResponse;
  };
  return { keys, loaders: mailedLinkLoaders({ api: { call } } as unknown as Services) };
}

test("another try to confirm an address has the idempotency key of the first try, which may have used the link", async () => {
  const { keys, loaders } = loadersWithoutReplies();
  await expect(loaders.confirmEmail(argsOf("/app/confirm-email?token=a"))).rejects.toBeInstanceOf(Response);
  for (let time = 0; time < 2; time++) {
    expect(await loaders.confirmEmail(argsOf("/app/confirm-email"))).toEqual({ failure: noResponse });
  }
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  await expect(loaders.confirmEmail(argsOf("/app/confirm-email?token=b"))).rejects.toBeInstanceOf(Response);
  await loaders.confirmEmail(argsOf("/app/confirm-email"));
  expect(keys[2]).not.toBe(keys[0]);
});

test("another try to log in by a link has the idempotency key of the first try", async () => {
  const { keys, loaders } = loadersWithoutReplies();
  const params = { linkId: "7" };
  await expect(loaders.autoLogin(argsOf("/app/auto-login/7?c=a", params))).rejects.toBeInstanceOf(Response);
  for (let time = 0; time < 2; time++) {
    expect(await loaders.autoLogin(argsOf("/app/auto-login/7", params))).toEqual(noResponse);
  }
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
});
