// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import type { Services } from "../../../shared/services.ts";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { openPad } from "./open-pad.ts";
import { padSessionsOf } from "./pad-sessions.ts";

afterEach(() => void vi.useRealTimers());

test("an entry that is opened again right after a save does not show an older text when the read model is late", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const call = (name: string, { params: { entryId } }: { params: { entryId: string } }) => {
    const entry = {
      ...sampleEntry(Number(entryId)),
      richtext_body: "<p>before</p>",
      revision: 1,
      photos: [],
    };
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
  const open = async (entryId = 7) => {
    const request = { journalId: 1, entryId, localId: null, day: null, prefetched: null };
    const result = await openPad(api, sessions, request, new AbortController().signal);
    if (result.type !== "open") throw new Error("the pad is not open");
    return result.session;
  };
  const shownText = ({ actor }: Awaited<ReturnType<typeof open>>) => {
    const { writing, saved } = actor.getSnapshot().context;
    return [writing.body, saved?.revision];
  };

  const show = async (entryId: number) => {
    const session = await open(entryId);
    const release = sessions.retain(session);
    const leave = async () => {
      release();
      await Promise.resolve();
      expect(sessions.findEntry(entryId)).toBeUndefined();
    };
    return { session, leave };
  };

  const { session, leave } = await show(7);
  session.actor.send({ type: "writing.changed", change: { body: "<p>after</p>" } });
  expect(await session.flush()).toBe(true);
  expect(await open()).toBe(session);
  expect(shownText(session)).toEqual(["<p>after</p>", 2]);

  await leave();
  const otherPad = await show(8);
  await otherPad.leave();
  const newPad = await show(7);
  expect(shownText(newPad.session)).toEqual(["<p>after</p>", 2]);

  // The saved text is not kept for long.
  await newPad.leave();
  vi.advanceTimersByTime(10_000);
  expect(shownText(await open())).toEqual(["<p>before</p>", 1]);
});
