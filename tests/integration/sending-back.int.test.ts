import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

/** Some clients read an object, change one field, and send all of it. Such a body also contains read-only fields, which the contract's input types do not list. */
const asBody = (object: object): never => object as never;

describe.each(["free", "pro"])("a client of a %s account that sends an object back unchanged", (level) => {
  let person: RemoteDaybook;
  let journalId: string;
  beforeEach(async () => {
    person = level === "free" ? await daybook.newPerson() : await createPaidPerson(daybook);
    journalId = await firstJournalIdOf(person);
  });
  const readJournal = async () => ok(await person.call("getJournal", { params: { journalId } })).journal;
  async function writeEntry() {
    const body = { title: "By water", richtext_body: "<p>To Greenwich.</p>", local_date: "1660-01-11" };
    const { entry } = ok(await person.call("createEntry", { params: { journalId }, body }));
    return { journalId, entryId: String(entry.id) };
  }

  it.each(["bare", "wrapped in `entry`"])("changes nothing in an entry, sent %s", async (form) => {
    const params = await writeEntry();
    const { entry } = ok(await person.call("getEntry", { params }));
    const answer = await person.call("updateEntry", {
      params,
      body: asBody(form === "bare" ? entry : { entry }),
    });
    expect(answer.status).toBe(204);
    expect(ok(await person.call("getEntry", { params })).entry).toEqual(entry);
    const { versions } = ok(await person.call("listVersions", { params }));
    expect(versions).toHaveLength(1);
  });

  it("may base an edit on the `modified_at` of an entry, written with an offset", async () => {
    const params = await writeEntry();
    const { entry } = ok(await person.call("getEntry", { params }));
    const modified = entry.modified_at.replace("Z", "000+00:00");
    const body = { richtext_body: "<p>To Deptford.</p>", modified };
    expect((await person.call("updateEntry", { params, body })).status).toBe(200);
    const laterBody = { richtext_body: "<p>To Whitehall.</p>", modified };
    expect((await person.call("updateEntry", { params, body: laterBody })).status).toBe(409);
  });

  it("changes nothing in an entry with a lock", async () => {
    const params = await writeEntry();
    const password = "long enough 1660";
    const lock = {
      lock: true,
      lock_type: lockTypes.password,
      plain_password: password,
      retype_password: password,
    } as const;
    ok(await person.call("updateEntry", { params, body: { ...lock, password_hint: "the year" } }));
    ok(await person.call("updateEntry", { params, body: { unlock: true, plain_password: password } }));
    const { entry } = ok(await person.call("getEntry", { params }));
    expect([entry.password_hint, entry.is_unlocked]).toEqual(["the year", true]);
    expect((await person.call("updateEntry", { params, body: asBody(entry) })).status).toBe(204);
    expect(ok(await person.call("getEntry", { params })).entry).toEqual(entry);
  });

  it("changes nothing in a journal and its settings", async () => {
    const journalBefore = await readJournal();
    ok(await person.call("updateJournal", { params: { journalId }, body: asBody(journalBefore) }));
    const { compose_setting: composeSetting } = journalBefore;
    const settingId = String(composeSetting.id);
    ok(
      await person.call("updateComposeSetting", {
        params: { journalId, settingId },
        body: asBody(composeSetting),
      }),
    );
    expect(await readJournal()).toEqual(journalBefore);
  });

  it("changes nothing in the settings of the account", async () => {
    const { settings } = ok(await person.call("getSettings"));
    for (const call of [
      "changeTimezone",
      "setShowPodcast",
      "toggleReceiveMarketingEmails",
      "changeUiTheme",
      "setLookingGlass",
    ] as const) {
      expect([call, ok(await person.call(call, { body: asBody(settings) }))]).toEqual([call, { settings }]);
      ok(await person.call(call, { body: asBody({ settings }) }));
    }
    const { notifications } = settings;
    expect(ok(await person.call("changeNotifications", { body: notifications }))).toEqual({ settings });
  });

  it("changes nothing in the profile and a tag", async () => {
    const { profile } = ok(await person.call("getProfile"));
    ok(await person.call("updateProfile", { body: asBody(profile) }));
    expect(ok(await person.call("getProfile")).profile).toEqual(profile);
    const { tag } = ok(await person.call("createTag", { body: { name: "river" } }));
    const params = { tagId: String(tag.id) };
    ok(await person.call("updateTag", { params, body: asBody(tag) }));
    expect(ok(await person.call("getTag", { params })).tag.name).toBe("river");
  });
});
