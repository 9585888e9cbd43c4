import { randomUUID } from "node:crypto";
import { lockTypes, type LockType } from "@daybook/domain/contract/lock-types";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { allTexts, type LockableDiary, lockForm, marker, password, writeDiary } from "./lockable-diary.ts";
import { isFullMatrix } from "@daybook/platform/testing/matrix";

let daybook: RunningDaybook;
let otherUrl: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

type SessionName = "firstSession" | "secondSession";
type LockStep = {
  readonly do: "lock" | "lock while reading";
  readonly by: SessionName;
  readonly type: LockType;
  /** Whether the current password is sent. */
  readonly sendsPassword: boolean;
};
type Step =
  | LockStep
  | { readonly do: "open" | "close" | "remove lock" | "write" | "log in again"; readonly by: SessionName };

const sessionNames = fc.constantFrom<SessionName>("firstSession", "secondSession");
const type = fc.constantFrom<LockType>(lockTypes.password, lockTypes.encryption);
const sendsPassword = fc.boolean();
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("lock" as const), by: sessionNames, type, sendsPassword }),
  fc.record({ do: fc.constant("lock while reading" as const), by: sessionNames, type, sendsPassword }),
  fc.record({ do: fc.constantFrom("open" as const, "write" as const), by: sessionNames }),
  fc.record({
    do: fc.constantFrom("close" as const, "remove lock" as const, "log in again" as const),
    by: sessionNames,
  }),
);

/** Two sessions on two processes change the lock of a diary. The model knows what each session must see. */
function createModel(diary: LockableDiary) {
  const params = { journalId: diary.journalId };
  const entry = { ...params, entryId: diary.entryId };
  let isLocked = false;
  const unlockedFor = new Set<SessionName>();
  const sessions = { firstSession: diary.firstSession, secondSession: diary.secondSession };
  const tokens = new Map<SessionName, string[]>();
  const mayRead = (name: SessionName): boolean => !isLocked || unlockedFor.has(name);

  function noteLocked(): void {
    isLocked = true;
    unlockedFor.clear();
  }

  const lock = (session: RemoteDaybook, { type: lockType, sendsPassword }: LockStep) =>
    session.call("updateJournal", {
      params,
      body: {
        ...lockForm(lockType),
        remember_password: true,
        ...(sendsPassword && { current_password: password }),
      },
      key: randomUUID(),
    });

  async function readEverything(session: RemoteDaybook) {
    const answers = await Promise.all([
      session.call("listEntries", { params }),
      session.call("getEntry", { params: entry, query: { previous: "5", next: "5" } }),
      session.call("listVersions", { params: entry }),
      session.call("previewVersion", { params: entry, query: { version_id: diary.versionId } }),
    ]);
    return answers.map((answer) => ({
      status: answer.status,
      texts: allTexts.filter((text) => JSON.stringify(answer.body).includes(text)),
    }));
  }

  async function run(nextStep: Step): Promise<void> {
    const session = sessions[nextStep.by];
    const put = (body: object) => session.call("updateJournal", { params, body, key: randomUUID() });
    switch (nextStep.do) {
      case "lock": {
        const answer = await lock(session, nextStep);
        expect(answer.status).toBe(!isLocked || nextStep.sendsPassword ? 200 : 422);
        if (answer.ok) noteLocked();
        return;
      }
      case "lock while reading": {
        const [answer] = await Promise.all([
          lock(session, nextStep),
          readEverything(sessions.firstSession),
          readEverything(sessions.secondSession),
        ]);
        expect(answer.status).toBe(!isLocked || nextStep.sendsPassword ? 200 : 422);
        if (answer.ok) noteLocked();
        return;
      }
      case "open": {
        const answer = await put({ unlock: true, plain_password: password });
        if (!answer.ok) throw new Error(answer.body.code);
        const token = answer.body.unlock_token;
        if (token) tokens.set(nextStep.by, [token, ...(tokens.get(nextStep.by) ?? [])].slice(0, 5));
        session.setUnlockTokens(...(tokens.get(nextStep.by) ?? []));
        if (isLocked) unlockedFor.add(nextStep.by);
        return;
      }
      case "close": {
        const answer = await put({ lock: true, use_stored_password: true });
        expect(answer.status).toBe(isLocked ? 200 : 422);
        unlockedFor.clear();
        return;
      }
      case "remove lock": {
        const answer = await put({ unlock: true, lock_type: lockTypes.none, plain_password: password });
        expect(answer.status).toBe(200);
        isLocked = false;
        unlockedFor.clear();
        return;
      }
      case "write": {
        const body = { title: marker.title, richtext_body: `<p>${marker.body} ${randomUUID()}</p>` };
        const answer = await session.call("updateEntry", { params: entry, body, key: randomUUID() });
        expect(answer.status).toBe(mayRead(nextStep.by) ? 200 : 423);
        return;
      }
      case "log in again": {
        await session.call("logout");
        const newSession = remoteDaybook(nextStep.by === "firstSession" ? daybook.url : otherUrl);
        await newSession.logInOrSignUp({ email: diary.email, password: "and so to bed 1660" });
        // The tokens of the ended session must not work in the new one.
        newSession.setUnlockTokens(...(tokens.get(nextStep.by) ?? []));
        sessions[nextStep.by] = newSession;
        unlockedFor.delete(nextStep.by);
      }
    }
  }

  async function check(): Promise<void> {
    for (const name of ["firstSession", "secondSession"] as const) {
      const answers = await readEverything(sessions[name]);
      const isReadable = mayRead(name);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (isReadable ? 200 : 423)));
      if (isReadable) expect(answers.flatMap(({ texts }) => texts)).toContain(marker.body);
      else expect(answers.flatMap(({ texts }) => texts)).toEqual([]);
    }
  }

  return { run, check };
}

it("whatever two sessions do, a closed journal shows no text, and an open one can be read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 14 }), async (steps) => {
      const model = createModel(await writeDiary(daybook, otherUrl));
      await model.check();
      for (const nextStep of steps) {
        await model.run(nextStep);
        await model.check();
      }
    }),
    { numRuns: isFullMatrix ? 12 : 4 },
  );
});
