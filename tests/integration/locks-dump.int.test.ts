import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { keyedHash } from "@daybook/platform/vault/seal";
import { everythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  allTexts,
  type LockedDiary,
  lockForm,
  lockJournal,
  marker,
  ok,
  openJournal,
  password,
  writeDiary,
} from "./locked-diary.ts";
import { type Dump, keyByPassword, openEverything, takeDump, walkKeys } from "./open-dump.ts";

const newText = "Cragfinch";

let daybook: TestDaybook;
let diary: LockedDiary;
let contentKey: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
  diary = await writeDiary(daybook, await daybook.startAnotherApi());
  contentKey = `journal-${diary.journalId}/entries`;
});
afterAll(() => daybook?.stop());

const masterKey = (): Buffer => {
  const { masterKey: key } = daybook.platform;
  if (!key) throw new Error("no master key");
  return key;
};
const dumpNow = (): Promise<Dump> => takeDump(daybook.platform.pools.durable);
const wordsIn = (texts: string, words: readonly string[]): string[] =>
  words.filter((word) => texts.includes(word));

it("a dump with the master key shows all texts of a journal before encryption, and none after", async () => {
  const { firstSession, secondSession, journalId, entryId } = diary;
  // An older version stored the entry key next to the content key, not below it.
  const vault = createKeyVault({ pool: daybook.platform.pools.durable, masterKey: masterKey() });
  await vault.move(`entry-${entryId}`, `journal-${journalId}`);
  const dumpBefore = await dumpNow();
  const openedTexts = openEverything(dumpBefore, walkKeys(dumpBefore, masterKey()));
  expect(wordsIn(openedTexts, allTexts)).toEqual(allTexts);

  const lockReply = await lockJournal(diary, lockTypes.encryption, { recovery: true });
  expect(lockReply.recovery_code).toMatch(/^(\w{4}-){6}\w{4}$/);
  await openJournal(diary, firstSession);
  await openJournal(diary, secondSession);
  const params = { journalId, entryId };
  const edit = { richtext_body: `<p>${newText} ${marker.body}</p>` };
  ok(await firstSession.call("updateEntry", { params, body: edit, key: randomUUID() }));
  const draft = { title: newText, richtext_body: `<p>${newText}</p>` };
  ok(await secondSession.call("createEntry", { params: { journalId }, body: draft, key: randomUUID() }));
  ok(await firstSession.call("getEntry", { params, key: randomUUID() }));
  ok(
    await firstSession.call("restoreVersion", {
      params,
      query: { version_id: diary.versionId },
      key: randomUUID(),
    }),
  );

  // The journal is unlocked in two sessions.
  const dump = await dumpNow();
  expect(dump["vault.open_locks"]).toHaveLength(2);
  const keys = walkKeys(dump, masterKey());
  expect([...keys.keys()]).toContain(`journal-${journalId}`);
  expect([...keys.keys()]).not.toContain(contentKey);
  expect([...keys.keys()].filter((id) => id.startsWith("entry-"))).toEqual([]);
  const texts = openEverything(dump, keys);
  // Name and hint stay readable, as the lock dialog says.
  expect(wordsIn(texts, ["Samuel’s Journal", marker.hint])).toHaveLength(2);
  expect(wordsIn(texts, [...allTexts, newText])).toEqual([]);
  const storedText = await everythingStored(daybook.platform.pools.durable);
  expect(wordsIn(storedText, [...allTexts, newText, password])).toEqual([]);

  expect(await keyByPassword(dump, masterKey(), contentKey, "guess")).toBeNull();
  const key = await keyByPassword(dump, masterKey(), contentKey, password);
  if (!key) throw new Error("the right password opens nothing");
  const openTexts = openEverything(dump, walkKeys(dump, masterKey(), new Map([[contentKey, key]])));
  expect(wordsIn(openTexts, [...allTexts, newText])).toEqual([...allTexts, newText]);
});

it("neither the ledger nor the master key allows a faster guess than the slow password hash", async () => {
  const { firstSession, journalId } = diary;
  await openJournal(diary, firstSession);
  const key = randomUUID();
  const body = { ...lockForm(lockTypes.encryption), current_password: password };
  ok(await firstSession.call("updateJournal", { params: { journalId }, body, key }));
  const unlock = { unlock: true, plain_password: password };
  ok(await firstSession.call("updateJournal", { params: { journalId }, body: unlock, key: randomUUID() }));
  const { rows } = await daybook.platform.pools.durable.query<{ row: string; fingerprint: string }>(
    "SELECT c::text AS row, fingerprint FROM ledger.commands c WHERE key = encode(sha256(convert_to($1, 'UTF8')), 'hex')",
    [key],
  );
  const request = `PUT /api/journals/${journalId}\n${JSON.stringify(body)}`;
  const guess = (text: string) => keyedHash(masterKey(), "ledger fingerprint", text);
  // The guess needs the key of the request, which no row holds.
  expect(rows[0]?.fingerprint).toBe(guess(`${key}\n${request}`));
  expect(rows[0]?.fingerprint).not.toBe(guess(request));
  expect(rows[0]?.row).not.toContain(key);
});
