import { expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { firstPageKeeper } from "./first-page.ts";

const page = (words: string) => ({ title: "", richtext_body: `<p>${words}</p>` });

/** A keeper whose calls are noted and answered. */
function open(ok = true) {
  const calls: { body: unknown; key: string | undefined }[] = [];
  let tokens = 0;
  const api = {
    call: (_: string, input: { body?: unknown }, options: { idempotencyKey?: string }) => {
      calls.push({ body: input.body, key: options.idempotencyKey });
      return Promise.resolve({ ok });
    },
  } as unknown as Api;
  return { calls, keeper: firstPageKeeper(api, () => `key-${(tokens += 1)}`) };
}

test("one text is sent under one key, another under another", async () => {
  const { calls, keeper } = open(false);
  await keeper.save(1, page("snow"));
  await keeper.save(1, page("snow"));
  await keeper.save(1, page("snow and ice"));
  expect(calls.map(({ key }) => key)).toEqual(["key-1", "key-1", "key-2"]);
  expect(keeper.hasUnsaved()).toBe(true);
});

test("what is saved is not sent again by leaving", async () => {
  const { calls, keeper } = open();
  keeper.note(1, page("snow"));
  expect(keeper.hasUnsaved()).toBe(true);
  await keeper.save(1, page("snow"));
  expect(keeper.hasUnsaved()).toBe(false);
  keeper.leave();
  expect(calls).toHaveLength(1);
});

test("leaving saves what stands on the page", () => {
  const { calls, keeper } = open();
  keeper.leave();
  keeper.note(1, page("snow"));
  keeper.note(1, null);
  keeper.leave();
  expect(calls).toEqual([]);
  keeper.note(1, page("ice"));
  keeper.leave();
  expect(calls).toEqual([{ body: page("ice"), key: "key-1" }]);
});
