import { expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { firstEntrySaver } from "./first-entry.ts";

const entryBody = (text: string) => ({ title: "", richtext_body: `<p>${text}</p>` });

/** A saver with recorded calls. */
function createSaver(ok = true) {
  const calls: { body: unknown; key: string | undefined }[] = [];
  let keyCount = 0;
  const api = {
    call: (_: string, input: { body?: unknown }, options: { idempotencyKey?: string }) => {
      calls.push({ body: input.body, key: options.idempotencyKey });
      return Promise.resolve({ ok });
    },
  } as unknown as Api;
  return { calls, saver: firstEntrySaver(api, () => `key-${(keyCount += 1)}`) };
}

test("the same text is sent again with the same idempotency key, and a changed text with a new one", async () => {
  const { calls, saver } = createSaver(false);
  await saver.save(1, entryBody("snow"));
  await saver.save(1, entryBody("snow"));
  await saver.save(1, entryBody("snow and ice"));
  expect(calls.map(({ key }) => key)).toEqual(["key-1", "key-1", "key-2"]);
  expect(saver.hasUnsaved()).toBe(true);
});

test("leaving the page does not send saved text again", async () => {
  const { calls, saver } = createSaver();
  saver.setText(1, entryBody("snow"));
  expect(saver.hasUnsaved()).toBe(true);
  await saver.save(1, entryBody("snow"));
  expect(saver.hasUnsaved()).toBe(false);
  await saver.saveOnLeave();
  expect(calls).toHaveLength(1);
});

test("leaving the page saves the current text", async () => {
  const { calls, saver } = createSaver();
  await saver.saveOnLeave();
  saver.setText(1, entryBody("snow"));
  saver.setText(1, null);
  await saver.saveOnLeave();
  expect(calls).toEqual([]);
  saver.setText(1, entryBody("ice"));
  await saver.saveOnLeave();
  expect(calls).toEqual([{ body: entryBody("ice"), key: "key-1" }]);
});
