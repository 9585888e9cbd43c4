import type { Settings } from "@daybook/domain/contract/settings";
import { type RemoteDaybook, remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { must } from "./people.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let before: Settings;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  before = must(await person.call("getSettings")).settings;
});

const calls = ["changeDateFormat", "setAutoLogout", "changeJournalOrder", "changeNotifications"] as const;
const changes: Record<(typeof calls)[number], Partial<Settings>> = {
  changeDateFormat: { date_format: "D MMMM YYYY" },
  setAutoLogout: { auto_logout: 30 },
  changeJournalOrder: { journal_order: "name" },
  changeNotifications: { notifications: { receive_shares: false, share_level: 64 } },
};
const invalid: Record<(typeof calls)[number], object> = {
  changeDateFormat: { date_format: "YYYY" },
  setAutoLogout: { auto_logout: 7 },
  changeJournalOrder: { journal_order: "size" },
  changeNotifications: { notifications: { receive_shares: "yes" } },
};
/** The body is checked by the server, so its type may be any. */
const send = (who: RemoteDaybook, name: (typeof calls)[number], body: object) =>
  who.call(name, { body: body as never });
const current = async () => must(await person.call("getSettings")).settings;

describe.each(calls)("%s", (name) => {
  it("understands a whole settings object as replies have it, and changes only its own setting", async () => {
    const changed = { ...before, ...changes[name] };
    const others = { ...changed, timezone: "Asia/Tokyo", show_podcast: !before.show_podcast };
    expect(must(await send(person, name, { settings: others })).settings).toEqual(changed);
    expect(must(await send(person, name, { ...before, timezone: "Asia/Tokyo" })).settings).toEqual(before);
  });

  it("refuses a wrong value in it, an empty one and a visitor, and changes nobody else's settings", async () => {
    for (const settings of [{ ...before, ...invalid[name] }, {}, null, [before]]) {
      const refused = await send(person, name, { settings });
      expect([refused.status, refused.ok ? null : refused.body.code]).toEqual([422, "invalid"]);
    }
    const visitor = remoteDaybook(daybook.url);
    expect((await send(visitor, name, { settings: before })).status).toBe(401);
    const stranger = await daybook.newPerson();
    must(await send(stranger, name, { settings: { ...before, ...changes[name] } }));
    expect(await current()).toEqual(before);
  });
});

it("a field of the call itself counts more than the settings object", async () => {
  const { settings } = must(
    await send(person, "changeDateFormat", { format: "D/M/YYYY", settings: { date_format: "M/D/YYYY" } }),
  );
  expect(settings.date_format).toBe("D/M/YYYY");
});
