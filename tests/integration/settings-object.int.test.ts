import type { Settings } from "@daybook/domain/contract/settings";
import { type RemoteDaybook, remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let settingsBefore: Settings;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  settingsBefore = ok(await person.call("getSettings")).settings;
});

const callNames = ["changeDateFormat", "setAutoLogout", "changeJournalOrder", "changeNotifications"] as const;
const changes: Record<(typeof callNames)[number], Partial<Settings>> = {
  changeDateFormat: { date_format: "D MMMM YYYY" },
  setAutoLogout: { auto_logout: 30 },
  changeJournalOrder: { journal_order: "name" },
  changeNotifications: { notifications: { receive_shares: false, share_level: 64 } },
};
const invalidSettings: Record<(typeof callNames)[number], object> = {
  changeDateFormat: { date_format: "YYYY" },
  setAutoLogout: { auto_logout: 7 },
  changeJournalOrder: { journal_order: "size" },
  changeNotifications: { notifications: { receive_shares: "yes" } },
};
/** Sends any body, because the server must check it. */
const callWith = (client: RemoteDaybook, name: (typeof callNames)[number], body: object) =>
  client.call(name, { body: body as never });
const readSettings = async () => ok(await person.call("getSettings")).settings;

describe.each(callNames)("%s", (name) => {
  it("accepts a whole settings object, as replies contain it, and changes only its own setting", async () => {
    const expectedSettings = { ...settingsBefore, ...changes[name] };
    const withOtherSettings = {
      ...expectedSettings,
      timezone: "Asia/Tokyo",
      show_podcast: !settingsBefore.show_podcast,
    };
    expect(ok(await callWith(person, name, { settings: withOtherSettings })).settings).toEqual(
      expectedSettings,
    );
    expect(ok(await callWith(person, name, { ...settingsBefore, timezone: "Asia/Tokyo" })).settings).toEqual(
      settingsBefore,
    );
  });

  it("refuses an object with an invalid value, an empty object and a visitor, and never changes another person's settings", async () => {
    for (const settings of [{ ...settingsBefore, ...invalidSettings[name] }, {}, null, [settingsBefore]]) {
      const refusedAnswer = await callWith(person, name, { settings });
      expect([refusedAnswer.status, refusedAnswer.ok ? null : refusedAnswer.body.code]).toEqual([
        422,
        "invalid",
      ]);
    }
    const visitor = remoteDaybook(daybook.url);
    expect((await callWith(visitor, name, { settings: settingsBefore })).status).toBe(401);
    const stranger = await daybook.newPerson();
    ok(await callWith(stranger, name, { settings: { ...settingsBefore, ...changes[name] } }));
    expect(await readSettings()).toEqual(settingsBefore);
  });
});

it("a field of the call itself takes precedence over the settings object", async () => {
  const { settings } = ok(
    await callWith(person, "changeDateFormat", { format: "D/M/YYYY", settings: { date_format: "M/D/YYYY" } }),
  );
  expect(settings.date_format).toBe("D/M/YYYY");
});
