import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { setClassroomRole } from "@daybook/bin/account/classroom";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

const slugOf = (person: RemoteDaybook): string => {
  if (!person.session) throw new Error("no session");
  return person.session.user.slug;
};

const readStatus = async (person: RemoteDaybook, journalId: string) =>
  ok(await person.call("getJournal", { params: { journalId } })).journal.looking_glass_status;

const isOnForAccount = async (person: RemoteDaybook) =>
  ok(await person.call("getSettings")).settings.looking_glass;

const toggle = async (person: RemoteDaybook, journalId: string, status?: "On" | "Off") =>
  ok(
    await person.call("toggleLookingGlass", {
      params: { journalId },
      body: status ? { looking_glass_status: status } : {},
    }),
  ).journal.looking_glass_status;

async function writeEntry(person: RemoteDaybook, journalId: string): Promise<number> {
  const body = { title: "By water", richtext_body: "<p>To Deptford</p>" };
  return ok(await person.call("createEntry", { params: { journalId }, body })).entry.id;
}

describe("Looking Glass of a journal", () => {
  it("Looking Glass is on for a new journal, and is turned off and on", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    expect(await readStatus(person, journalId)).toBe("On");
    expect(await isOnForAccount(person)).toBe(true);
    expect(await toggle(person, journalId)).toBe("Off");
    expect(await readStatus(person, journalId)).toBe("Off");
    expect(ok(await person.call("listJournals")).journals[0]?.journal.looking_glass_status).toBe("Off");
    expect(await toggle(person, journalId)).toBe("On");
    expect(await readStatus(person, journalId)).toBe("On");
  });

  it("Looking Glass of a journal is set to a given status, also when it already has this status", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    for (const status of ["Off", "Off", "On", "On"] as const) {
      expect(await toggle(person, journalId, status)).toBe(status);
      expect(await readStatus(person, journalId)).toBe(status);
    }
  });

  it("a journal has Looking Glass off while the account has; turning it on for the journal turns on both", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    ok(await person.call("setLookingGlass", { body: { looking_glass: false } }));
    await daybook.waitUntilCaughtUp();
    expect(await readStatus(person, journalId)).toBe("Off");
    expect(await toggle(person, journalId)).toBe("On");
    expect(await isOnForAccount(person)).toBe(true);
    expect(await readStatus(person, journalId)).toBe("On");
  });

  it("a repeated request toggles Looking Glass of a journal once", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    for (const [key, expected] of [
      ["first", "Off"],
      ["second", "On"],
    ] as const) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const input = { params: { journalId }, body: {}, key: `${journalId}-${key}` };
        const { journal } = ok(await person.call("toggleLookingGlass", input));
        expect(journal.looking_glass_status).toBe(expected);
      }
    }
  });

  it("Looking Glass can be changed for a locked journal, but not for one in the trash or a slave of a classroom", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalIdOf(person);
    const password = "by water to Deptford";
    const lock = {
      lock: true,
      lock_type: lockTypes.password,
      plain_password: password,
      retype_password: password,
      password_hint: "a river",
    };
    ok(await person.call("updateJournal", { params: { journalId }, body: lock }));
    expect(await toggle(person, journalId, "Off")).toBe("Off");
    const toggleCall = { params: { journalId }, body: {} };
    await setClassroomRole(daybook.platform.store, Number(journalId), "slave", Date.now());
    await daybook.waitUntilCaughtUp();
    expect(await person.call("toggleLookingGlass", toggleCall)).toMatchObject({ status: 403 });
    const { journal } = ok(await person.call("createJournal", { body: { name: "Trashed" } }));
    const trashCall = { params: { journalId: String(journal.id) }, body: {} };
    await person.call("deleteJournal", { params: trashCall.params });
    expect(await person.call("toggleLookingGlass", trashCall)).toMatchObject({
      status: 422,
      body: { code: "journal_trashed" },
    });
  });
});

describe("mailed links", () => {
  it("a mailed link turns Looking Glass off for the account, needs no session, and can be repeated", async () => {
    const person = await daybook.newPerson();
    const visitor = remoteDaybook(daybook.url);
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await visitor.call("disableLookingGlass", { params: { userSlug: slugOf(person) } });
      expect(answer.status).toBe(204);
    }
    expect(await isOnForAccount(person)).toBe(false);
  });

  it("a mailed link excludes an entry, also a trashed one, needs no session, and can be repeated", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    const entryId = await writeEntry(person, journalId);
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [entryId] } });
    const visitor = remoteDaybook(daybook.url);
    for (const eid of [entryId, String(entryId), undefined]) {
      const body = { user_slug: slugOf(person), ...(eid !== undefined && { eid }) };
      const answer = await visitor.call("excludeFromLookingGlass", {
        params: { entryId: String(entryId) },
        body,
      });
      expect(answer.status).toBe(204);
    }
    const { rows } = await daybook.platform.pools.durable.query(
      "SELECT excluded_from_looking_glass AS excluded FROM read_models.entries WHERE id = $1",
      [entryId],
    );
    expect(rows).toEqual([{ excluded: true }]);
  });

  it("a mailed link is refused with a wrong slug, another person's slug or none, and with the id of another entry", async () => {
    const [person, stranger] = [await daybook.newPerson(), await daybook.newPerson()];
    const entryId = await writeEntry(person, await firstJournalIdOf(person));
    const visitor = remoteDaybook(daybook.url);
    const params = { entryId: String(entryId) };
    const wrongSlugAnswer = await visitor.call("disableLookingGlass", { params: { userSlug: "wrong" } });
    expect(wrongSlugAnswer).toMatchObject({ status: 404, body: { code: "not_found" } });
    const idAsSlugAnswer = await visitor.call("disableLookingGlass", {
      params: { userSlug: String(person.session?.user.id) },
    });
    expect(idAsSlugAnswer.status).toBe(404);
    for (const body of [{ user_slug: "wrong" }, { user_slug: slugOf(stranger) }, {}]) {
      const answer = await visitor.call("excludeFromLookingGlass", { params, body });
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    const bodyOfOtherEntry = { user_slug: slugOf(person), eid: entryId + 1 };
    const answer = await visitor.call("excludeFromLookingGlass", { params, body: bodyOfOtherEntry });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(await isOnForAccount(person)).toBe(true);
  });
});
