// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import type { Services } from "../../../shared/services.ts";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { openPad } from "./open-pad.ts";
import { padSessionsOf } from "./pad-sessions.ts";

test("an entry that is opened again right after a save does not show an older text when the read model is late", async () => {
  const entry = { ...sampleEntry(7), richtext_body: "<p>before</p>", revision: 1, photos: [] };
  const call = (name: string) => {
    const data =
      name === "getEntry" ? { entry, previous: [], next: [] } : { entry: { ...entry, revision: 2 } };
    return Promise.resolve({ ok: true, data });
  };
  const api = { call } as unknown as Api;
  const services = {
    api,
    sessionActor: {
      getSnapshot: () => ({ context: { session: sampleSession(1) } }),
      subscribe: () => ({ unsubscribe: () => {} }),
    },
    clock: { now: () => 0 },
    unlocks: new Map(),
    stores: null,
  } as unknown as Services;
  const sessions = padSessionsOf(services)!;
  const open = async () => {
    const request = { journalId: 1, entryId: 7, localId: null, day: null, prefetched: null };
    const result = await openPad(api, sessions, request, new AbortController().signal);
    if (result.type !== "open") throw new Error("the pad is not open");
    return result.session;
  };
  const shownText = ({ actor }: Awaited<ReturnType<typeof open>>) => {
    const { writing, saved } = actor.getSnapshot().context;
    return [writing.body, saved?.revision];
  };

  const session = await open();
  const leave = sessions.retain(session);
  session.actor.send({ type: "writing.changed", change: { body: "<p>after</p>" } });
  expect(await session.flush()).toBe(true);
  expect(await open()).toBe(session);
  expect(shownText(session)).toEqual(["<p>after</p>", 2]);

  leave();
  await Promise.resolve();
  expect(sessions.findEntry(7)).toBeUndefined();
  expect(shownText(await open())).toEqual(["<p>after</p>", 2]);
});
