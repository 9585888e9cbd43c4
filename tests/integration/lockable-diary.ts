import { randomUUID } from "node:crypto";
import { type LockType, lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, beforeEach } from "vitest";
import type { CallName } from "@daybook/domain/contract/paths";
import {
  remoteDaybook,
  type RemoteAnswer,
  type RemoteDaybook,
  type RemoteInput,
} from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** Unique words: in the title, the text, the older version and the password hint. */
export const marker = {
  title: "Gossamerkite",
  body: "Bluntwhisker",
  oldTitle: "Umbrellaphant",
  oldBody: "Velvetmarmot",
  hint: "Quixotrim",
};
/** A closed lock hides all of these, except the title of a locked entry. */
export const allTexts = [marker.body, marker.oldBody, marker.title, marker.oldTitle];

/** The lock types of a journal with their names, as rows of a test. */
export const namedLockTypes = [
  ["password", lockTypes.password],
  ["encryption", lockTypes.encryption],
] as const;

/** The default password of {@link lockForm}. */
export const password = "by water to Deptford";

/** A person with two sessions on two API processes, and a journal with two entries. */
export type LockableDiary = {
  readonly firstSession: RemoteDaybook;
  /** The second session, on the second process. */
  readonly secondSession: RemoteDaybook;
  readonly email: string;
  readonly journalId: string;
  readonly entryId: string;
  readonly otherEntryId: string;
  readonly versionId: string;
};

/** Status and error code of an answer. */
export const refusal = <N extends CallName>(answer: RemoteAnswer<N>): [number, string | null] => [
  answer.status,
  answer.ok ? null : answer.body.code,
];

let diaryCount = 0;

/** Writes a diary for a person with PRO. The second session uses `otherUrl`. */
export async function writeDiary(daybook: RunningDaybook, otherUrl: string): Promise<LockableDiary> {
  const email = `diarist-${++diaryCount}@example.com`;
  const login = { email, password: "and so to bed 1660" };
  const [firstSession, secondSession] = [remoteDaybook(daybook.url), remoteDaybook(otherUrl)];
  await firstSession.logInOrSignUp(login);
  await daybook.grant(firstSession, { level: "pro", years: 1 });
  secondSession.setSession(ok(await secondSession.call("login", { body: login })));
  const journalId = String(ok(await firstSession.call("listJournals")).journals[0]?.journal.id);
  const write = async (title: string, text: string) => {
    const body = { title, richtext_body: `<p>${text}</p>`, created_at: "1660-01-11" };
    const { entry } = ok(
      await firstSession.call("createEntry", { params: { journalId }, body, key: randomUUID() }),
    );
    return String(entry.id);
  };
  const entryId = await write(marker.oldTitle, `${marker.oldBody} dined at home`);
  const otherEntryId = await write("Another day", "By coach to Whitehall");
  const params = { journalId, entryId };
  const edit = { title: marker.title, richtext_body: `<p>${marker.body} went to bed</p>`, modified: 1 };
  ok(await firstSession.call("updateEntry", { params, body: edit, key: randomUUID() }));
  const { versions } = ok(await firstSession.call("listVersions", { params }));
  const versionId = String(versions.at(-1)?.version.id);
  return { firstSession, secondSession, email, journalId, entryId, otherEntryId, versionId };
}

/** The body of a PUT that sets a lock. */
export const lockForm = (type: LockType, lockPassword = password) => ({
  lock: true,
  lock_type: type,
  plain_password: lockPassword,
  retype_password: lockPassword,
  password_hint: marker.hint,
});

/** Locks the diary's journal. */
export async function lockJournal(
  { firstSession, journalId }: LockableDiary,
  type: LockType,
  options: Record<string, unknown> = {},
) {
  const body = { ...lockForm(type), ...options };
  return ok(await firstSession.call("updateJournal", { params: { journalId }, body, key: randomUUID() }));
}

/** Unlocks the diary's journal for a session, which sends the token from then on. */
export async function unlockJournal(
  { journalId }: LockableDiary,
  session: RemoteDaybook,
  lockPassword = password,
): Promise<void> {
  const body = { unlock: true, plain_password: lockPassword };
  const unlockReply = ok(
    await session.call("updateJournal", { params: { journalId }, body, key: randomUUID() }),
  );
  if (unlockReply.unlock_token) session.setUnlockTokens(unlockReply.unlock_token);
}

type JournalBody = NonNullable<RemoteInput<"updateJournal">["body"]>;

/** Two API processes of the shared Daybook, and a diary for each test. `setup` is filled before each test. */
export function useLockableDiaries() {
  const setup = {} as { daybook: RunningDaybook; otherUrl: string; diary: LockableDiary };
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
    setup.otherUrl = await setup.daybook.startAnotherApi();
  });
  beforeEach(async () => {
    setup.diary = await writeDiary(setup.daybook, setup.otherUrl);
  });
  const updateJournal = (body: JournalBody, session = setup.diary.firstSession, key: string = randomUUID()) =>
    session.call("updateJournal", { params: { journalId: setup.diary.journalId }, body, key });
  const listEntries = (session = setup.diary.firstSession) =>
    session.call("listEntries", { params: { journalId: setup.diary.journalId } });
  return {
    setup,
    updateJournal,
    listEntries,
    /** {@link lockJournal} with the diary of the test. */
    lockDiary: (type: LockType, options?: Record<string, unknown>) => lockJournal(setup.diary, type, options),
    /** {@link unlockJournal} with the diary of the test and its first session. */
    unlockDiary: () => unlockJournal(setup.diary, setup.diary.firstSession),
  };
}
