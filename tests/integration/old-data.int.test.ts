import { openLocks } from "@daybook/bin/fixture/open-locks";
import { readDiary, readJournal } from "@daybook/bin/fixture/read-diary";
import type { StoredAccount, StoredData } from "@daybook/bin/fixture/stored-data";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { Clock } from "@daybook/platform/clock";
import { verify } from "@daybook/projections/offline/verify";
import { projections } from "@daybook/projections/registry";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { expectFound } from "./search-steps.ts";
import { restoreDataFolder, storedVersions } from "./stored-data-folder.ts";

/** Opens the data of every earlier release. `docs/adding-things.md` says how a release adds its own. */
describe.each(await storedVersions())("a data folder of %s", (version) => {
  let daybook: TestDaybook;
  let storedData: StoredData;
  let clock: Clock;

  beforeAll(async () => {
    const restoredFolder = await restoreDataFolder(version);
    ({ stored: storedData, clock } = restoredFolder);
    daybook = await startTestDaybook({}, restoredFolder);
  });
  afterAll(() => daybook?.stop());

  const visitor = (): RemoteDaybook => remoteDaybook(daybook.url, clock);

  async function logIn({ email, password }: StoredAccount): Promise<RemoteDaybook> {
    const person = visitor();
    person.setSession(ok(await person.call("login", { body: { email, password } })));
    return person;
  }

  it("an old data folder shows every journal, entry, version, tag and photo after a log-in", async () => {
    for (const account of storedData.accounts) {
      const person = await logIn(account);
      await openLocks(person, account.locks);
      expect(await readDiary(person)).toMatchObject(account.diary);
    }
  });

  it("an old password hash that has no pepper is replaced when the password is used", async () => {
    const readHashPrefixes = async () => {
      const { rows } = await daybook.platform.pools.durable.query<{ hash: string }>(
        `SELECT password_hash AS hash FROM vault.credentials
         UNION ALL SELECT password_hash FROM vault.locks WHERE password_hash IS NOT NULL`,
      );
      return rows.map(({ hash }) => hash.slice(0, 7));
    };
    for (const account of storedData.accounts) {
      // Concurrently: one log-in may find the hash that the other has just replaced.
      const [person] = await Promise.all([logIn(account), logIn(account)]);
      await openLocks(person, account.locks);
      await logIn(account);
    }
    expect(new Set(await readHashPrefixes())).toEqual(new Set(["pepper1"]));
  });

  it("a session in an old data folder still works", async () => {
    for (const account of storedData.accounts) {
      const person = visitor();
      person.setSession(account.session);
      const { journals } = ok(await person.call("listJournals"));
      expect(journals.map(({ journal }) => journal.id)).toEqual(account.diary.journals.map(({ id }) => id));
      await openLocks(person, account.locks);
      expect(await readDiary(person)).toMatchObject(account.diary);
    }
  });

  it("an old data folder keeps locked journals and entries closed until a recovery code or password opens them", async () => {
    for (const account of storedData.accounts) {
      const person = await logIn(account);
      for (const lock of account.locks) {
        const params = { journalId: String(lock.journalId), entryId: String(lock.entryId) };
        const readLocked = () =>
          lock.entryId === null
            ? person.call("listEntries", { params })
            : person.call("getEntry", { params });
        expect((await readLocked()).status).toBe(423);
        await openLocks(person, [lock], "recovery code");
        expect((await readLocked()).status).toBe(200);
      }
    }
  });

  it("a search in an old data folder finds the same entries as before, and none that is locked", async () => {
    for (const account of storedData.accounts) {
      const person = await logIn(account);
      for (const { query, entryIds } of account.searches) await expectFound(person, { query }, entryIds);
    }
  });

  it("an old data folder shows public entries, restores trashed journals, and has no erased entry", async () => {
    for (const account of storedData.accounts) {
      for (const { slug, html } of account.publicEntries) {
        const { entry } = ok(await visitor().call("publicEntry", { params: { slug } }));
        expect(entry.html_body).toBe(html);
      }
      const person = await logIn(account);
      for (const { journalId, entryId } of account.erased) {
        const params = { journalId: String(journalId), entryId: String(entryId) };
        expect((await person.call("getEntry", { params })).status).toBe(404);
      }
      await daybook.grant(person, { level: "plus", years: "lifetime" });
      for (const journal of account.trashedJournals) {
        const params = { journalId: String(journal.id) };
        ok(await person.call("updateJournal", { params, body: { restore: true } }));
        expect(await readJournal(person, journal.id)).toMatchObject(journal);
      }
    }
  });

  it("an old data folder has read models that match its log", async () => {
    await daybook.waitUntilCaughtUp();
    const { store, pools } = daybook.platform;
    expect(await verify({ store, pool: pools.durable }, projections)).toMatchObject({
      parked: 0,
      difference: null,
    });
  });

  it("an old data folder has no title or text of an entry in plain text outside the search index", async () => {
    const storedText = await readEverythingStored(daybook.platform.pools.durable, { except: ["search"] });
    for (const { diary } of storedData.accounts) {
      for (const { title, text } of diary.journals.flatMap(({ entries }) => entries)) {
        if (title !== "") expect(storedText).not.toContain(title);
        expect(storedText).not.toContain(text);
      }
    }
  });
});
