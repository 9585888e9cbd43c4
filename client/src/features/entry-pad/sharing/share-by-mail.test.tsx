// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { type Api, type CallOptions, noResponse } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import type { PadSession } from "../session/pad-session.ts";
import { ShareByMail } from "./share-by-mail.tsx";

test("sending again after a lost reply repeats the call, so nobody gets two mails", async () => {
  const keys: (string | undefined)[] = [];
  const call = async (_name: string, _input: unknown, options?: CallOptions) => {
    keys.push(options?.idempotencyKey);
    return noResponse;
  };
  const session = { journalId: 1, flush: async () => true, ensureEntry: async () => 5 };
  const { field, button, type, remove } = await renderForTest(
    <ShareByMail session={session as unknown as PadSession} onClose={() => {}} />,
    { api: { call } as unknown as Api },
  );
  const send = () => act(async () => button("Send").click());
  await act(async () => field("To").focus());
  await type("jane@example.com");
  await send();
  await send();
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  await act(async () => field("To").focus());
  await type("will@example.com");
  await send();
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
  await remove();
});
