import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { CallName } from "@daybook/domain/contract/paths";
import {
  remoteDaybook,
  type RemoteAnswer,
  type RemoteDaybook,
  type RemoteInput,
} from "@daybook/bin/remote/remote-daybook";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** Words that stand nowhere else: in a title, a text, a text of before, and a hint. */
export const marker = {
  title: "Gossamerkite",
  body: "Bluntwhisker",
  oldTitle: "Umbrellaphant",
  oldBody: "Velvetmarmot",
  hint: "Quixotrim",
};
/** What may be read behind a closed lock: nothing of this, but for an entry's title. */
export const allTexts = [marker.body, marker.oldBody, marker.title, marker.oldTitle];

/** The password that everything here is locked with. */
export const password = "by water to Deptford";

/** Somebody with two sessions, on two processes of the API, and a journal with two entries. */
export type LockedDiary = {
  readonly here: RemoteDaybook;
  /** Another session, which talks to another process. */
  readonly there: RemoteDaybook;
  readonly email: string;
  readonly journalId: string;
  readonly entryId: string;
  readonly otherEntryId: string;
  readonly versionId: string;
};

/** The body of an answer that must be a success. */
export function ok<N extends CallName>(answer: RemoteAnswer<N>) {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
  return answer.body;
}

/** Status and code of an answer, for comparing. */
export const refusal = <N extends CallName>(answer: RemoteAnswer<N>): [number, string | null] => [
  answer.status,
  answer.ok ? null : answer.body.code,
];

let diaries = 0;

/** Writes a diary for a paid person; `otherUrl` is where the second session talks to. */
export async function writeDiary(daybook: TestDaybook, otherUrl: string): Promise<LockedDiary> {
  const email = `diarist-${++diaries}@example.com`;
  const login = { email, password: "and so to bed 1660" };
  const [here, there] = [remoteDaybook(daybook.url), remoteDaybook(otherUrl)];
  await here.enter(login);
  await daybook.grant(here, { level: "pro", years: 1 });
  there.adopt(ok(await there.call("login", { body: login })));
  const journalId = String(ok(await here.call("listJournals")).journals[0]?.journal.id);
  const write = async (title: string, text: string) => {
    const body = { title, richtext_body: `<p>${text}</p>`, created_at: "1660-01-11" };
    const { entry } = ok(await here.call("createEntry", { params: { journalId }, body, key: randomUUID() }));
    return String(entry.id);
  };
  const entryId = await write(marker.oldTitle, `${marker.oldBody} dined at home`);
  const otherEntryId = await write("Another day", "By coach to Whitehall");
  const params = { journalId, entryId };
  const edit = { title: marker.title, richtext_body: `<p>${marker.body} went to bed</p>`, modified: 1 };
  ok(await here.call("updateEntry", { params, body: edit, key: randomUUID() }));
  const { versions } = ok(await here.call("listVersions", { params }));
  const versionId = String(versions.at(-1)?.version.id);
  return { here, there, email, journalId, entryId, otherEntryId, versionId };
}

/** What a PUT says to set a lock. */
export const lockForm = (type: 2 | 3, secret = password) => ({
  lock: true,
  lock_type: type,
  plain_password: secret,
  retype_password: secret,
  password_hint: marker.hint,
});

/** Locks the diary's journal. */
export async function lockJournal(
  { here, journalId }: LockedDiary,
  type: 2 | 3,
  more: Record<string, unknown> = {},
) {
  const body = { ...lockForm(type), ...more };
  return ok(await here.call("updateJournal", { params: { journalId }, body, key: randomUUID() }));
}

/** Opens the diary's journal for one of its sessions, which sends the token from then on. */
export async function openJournal(
  { journalId }: LockedDiary,
  session: RemoteDaybook,
  secret = password,
): Promise<void> {
  const body = { unlock: true, plain_password: secret };
  const opened = ok(await session.call("updateJournal", { params: { journalId }, body, key: randomUUID() }));
  if (opened.unlock_token) session.holdTokens(opened.unlock_token);
}

/** As if something was locked long ago: then replies are kept again, but for what is behind a lock. */
export async function passMinutes(daybook: TestDaybook): Promise<void> {
  const pool = daybook.platform.pools.durable;
  await pool.query("UPDATE ledger.withheld SET since = since - interval '11 minutes'");
}

type JournalBody = NonNullable<RemoteInput<"updateJournal">["body"]>;

/** Two processes of the API for the tests of a file, and a diary for each of them; `at` has them once a test runs. */
export function lockedDiaries() {
  const at = {} as { daybook: TestDaybook; otherUrl: string; diary: LockedDiary };
  beforeAll(async () => {
    at.daybook = await startTestDaybook();
    at.otherUrl = await at.daybook.startAnotherApi();
  });
  afterAll(() => at.daybook?.stop());
  beforeEach(async () => {
    at.diary = await writeDiary(at.daybook, at.otherUrl);
  });
  const putJournal = (body: JournalBody, by = at.diary.here, key: string = randomUUID()) =>
    by.call("updateJournal", { params: { journalId: at.diary.journalId }, body, key });
  const list = (by = at.diary.here) => by.call("listEntries", { params: { journalId: at.diary.journalId } });
  return { at, putJournal, list };
}
