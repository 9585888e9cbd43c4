import { readLookBack } from "@daybook/application/looking-glass/read-look-back";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { hourMs, type LookBackDiarist, password, useLookBacks } from "./look-back-steps.ts";

const {
  setup,
  newDiarist,
  writeEntry,
  runJob,
  runWhenDue,
  readNextDueAt,
  readOutcomes,
  readLookBacks,
  expectLookBacks,
} = useLookBacks();

describe("a look-back is never", () => {
  const lock = {
    lock: true,
    lock_type: lockTypes.password,
    plain_password: "by water to Deptford",
    retype_password: "by water to Deptford",
    password_hint: "a river",
  };

  const changes: Record<string, (diarist: LookBackDiarist, entryId: number) => Promise<{ status: number }>> =
    {
      "of a trashed entry": ({ person, journalId }, entryId) =>
        person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [entryId] } }),
      "of a locked entry": ({ person, journalId }, entryId) =>
        person.call("updateEntry", { params: { journalId, entryId: String(entryId) }, body: lock }),
      "of an entry of a locked journal, although the journal is open": async ({ person, journalId }) => {
        await person.call("updateJournal", { params: { journalId }, body: lock });
        const body = { unlock: true, plain_password: lock.plain_password };
        return person.call("updateJournal", { params: { journalId }, body });
      },
      "of a trashed journal": ({ person, journalId }) =>
        person.call("deleteJournal", { params: { journalId } }),
      "of a journal with Looking Glass off": ({ person, journalId }) =>
        person.call("toggleLookingGlass", { params: { journalId }, body: {} }),
      "of an excluded entry": ({ person }, entryId) =>
        person.call("excludeFromLookingGlass", { params: { entryId: String(entryId) }, body: {} }),
    };

  it.each(Object.entries(changes))(
    "%s, also when the change comes just before the mail",
    async (_of, change) => {
      const diarist = await newDiarist();
      const entryId = await writeEntry(diarist, "Hidden", "2018-03-03");
      const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22", dueAt: setup.now };
      expect(await readLookBack(setup.app, lookBack)).toMatchObject({ title: "Hidden" });
      expect((await change(diarist, entryId)).status).toBeLessThan(300);
      expect(await readLookBack(setup.app, lookBack)).toBe("gone");
      await runWhenDue(diarist);
      expect(await readOutcomes(diarist)).toEqual(["nothing_to_show"]);
      expect(await readLookBacks(diarist)).toEqual([]);
    },
  );

  it("sent to an account that turned Looking Glass off, and none is planned", async () => {
    const diarist = await newDiarist();
    const entryId = await writeEntry(diarist, "Hidden", "2018-03-03");
    await runJob();
    const dueAt = await readNextDueAt(diarist);
    ok(await diarist.person.call("setLookingGlass", { body: { looking_glass: false } }));
    const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22", dueAt: setup.now };
    expect(await readLookBack(setup.app, lookBack)).toBe("gone");
    setup.now = dueAt;
    await runJob();
    await expect(readNextDueAt(diarist)).rejects.toThrow("nothing is planned");
    expect(await readOutcomes(diarist)).toEqual([]);
    // Turning it on for a journal also turns it on for the account.
    ok(
      await diarist.person.call("toggleLookingGlass", { params: { journalId: diarist.journalId }, body: {} }),
    );
    await runWhenDue(diarist);
    await expectLookBacks(diarist, 1);
  });

  it("sent when its mail was delayed for more than six hours, or to a deleted account", async () => {
    const diarist = await newDiarist();
    const entryId = await writeEntry(diarist, "Hidden", "2018-03-03");
    const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22" };
    expect(await readLookBack(setup.app, { ...lookBack, dueAt: setup.now - 6 * hourMs - 1 })).toBe("gone");
    await runJob();
    expect((await diarist.person.call("deleteAccount", { body: { password } })).status).toBe(204);
    expect(await readLookBack(setup.app, { ...lookBack, dueAt: setup.now })).toBe("gone");
    await expect(readNextDueAt(diarist)).rejects.toThrow("nothing is planned");
  });
});

describe("the one-click POST of mail programs", () => {
  const send = (path: string, method = "POST") =>
    fetch(setup.daybook.url + path, {
      method,
      redirect: "manual",
      ...(method === "POST" && { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }),
    });

  it("needs no session, can be repeated, and turns Looking Glass off for the account; opening the page does not", async () => {
    const { person, slug } = await newDiarist();
    const isOn = async () => ok(await person.call("getSettings")).settings.looking_glass;
    for (const method of ["GET", "HEAD"]) await send(`/app/disable-lookingglass/${slug}`, method);
    expect(await isOn()).toBe(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await send(`/app/disable-lookingglass/${slug}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    }
    expect(await isOn()).toBe(false);
  });

  it("refuses wrong slugs and other pages, and changes nothing", async () => {
    const { person, userId, slug } = await newDiarist();
    const settingsBefore = ok(await person.call("getSettings")).settings;
    for (const path of [String(userId), `${slug}x`, "%E0%A4%A", slug.slice(1)]) {
      expect((await send(`/app/disable-lookingglass/${path}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await send("/app/disable-lookingglass/x")).status).toBe(404);
    expect((await send("/journals")).status).toBe(404);
    expect(ok(await person.call("getSettings")).settings).toEqual(settingsBefore);
  });
});
