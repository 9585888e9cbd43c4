import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { contentKeyId } from "@daybook/domain/kernel/ids";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { keyedHash } from "@daybook/platform/vault/seal";
import { ok } from "../answers.ts";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import {
  allTexts,
  type LockableDiary,
  lockForm,
  lockJournal,
  marker,
  unlockJournal,
  password,
  writeDiary,
} from "./lockable-diary.ts";
import { type Dump, openKeyByPassword, openAllTexts, takeDump, openKeys } from "./open-dump.ts";

const newText = "Cragfinch";

let daybook: TestDaybook;
let diary: LockableDiary;
let journalContentKeyId: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
  diary = await writeDiary(daybook, await daybook.startAnotherApi());
  journalContentKeyId = contentKeyId(Number(diary.journalId));
});
afterAll(() => daybook?.stop());

const masterKey = (): Buffer => {
  const { masterKey: key } = daybook.platform;
  if (!key) throw new Error("no master key");
  return key;
};
const takeDumpNow = (): Promise<Dump> => takeDump(daybook.platform.pools.durable);
const findWords = (texts: string, words: readonly string[]): string[] =>
  words.filter((word) => texts.includes(word));

it("a dump with the master key shows all texts of a journal before encryption, and none after", async () => {
  const { firstSession, secondSession, journalId, entryId } = diary;
  // An older version stored the entry key next to the content key, not below it.
  const vault = createKeyVault({ pool: daybook.platform.pools.durable, masterKey: masterKey() });
  await vault.move(`entry-${entryId}`, `journal-${journalId}`);
  const dumpBefore = await takeDumpNow();
  const openedTexts = openAllTexts(dumpBefore, openKeys(dumpBefore, masterKey()));
  expect(findWords(openedTexts, allTexts)).toEqual(allTexts);

  const lockReply = await lockJournal(diary, lockTypes.encryption, { recovery: true });
  expect(lockReply.recovery_code).toMatch(/^(\w{4}-){6}\w{4}$/);
  await unlockJournal(diary, firstSession);
  await unlockJournal(diary, secondSession);
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
  const dump = await takeDumpNow();
  expect(dump["vault.open_locks"]).toHaveLength(2);
  const keys = openKeys(dump, masterKey());
  expect([...keys.keys()]).toContain(`journal-${journalId}`);
  expect([...keys.keys()]).not.toContain(journalContentKeyId);
  expect([...keys.keys()].filter((id) => id.startsWith("entry-"))).toEqual([]);
  const texts = openAllTexts(dump, keys);
  // Name and hint stay readable, as the lock dialog says.
  expect(findWords(texts, ["Samuel’s Journal", marker.hint])).toHaveLength(2);
  expect(findWords(texts, [...allTexts, newText])).toEqual([]);
  const storedText = await readEverythingStored(daybook.platform.pools.durable);
  expect(findWords(storedText, [...allTexts, newText, password])).toEqual([]);

  expect(await openKeyByPassword(dump, masterKey(), journalContentKeyId, "guess")).toBeNull();
  const key = await openKeyByPassword(dump, masterKey(), journalContentKeyId, password);
  if (!key) throw new Error("the right password opens nothing");
  const textsWithPassword = openAllTexts(
    dump,
    openKeys(dump, masterKey(), new Map([[journalContentKeyId, key]])),
  );
  expect(findWords(textsWithPassword, [...allTexts, newText])).toEqual([...allTexts, newText]);
});

it("a fingerprint in the ledger cannot be used to check a guess of a password, even with the master key", async () => {
  const { firstSession, journalId } = diary;
  await unlockJournal(diary, firstSession);
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
  const fingerprintOf = (text: string) => keyedHash(masterKey(), "ledger fingerprint", text);
  // A check needs the idempotency key, which the row does not contain.
  expect(rows[0]?.fingerprint).toBe(fingerprintOf(`${key}\n${request}`));
  expect(rows[0]?.fingerprint).not.toBe(fingerprintOf(request));
  expect(rows[0]?.row).not.toContain(key);
});
