import type { Session } from "@daybook/domain/contract/sessions";
import { contract } from "@daybook/domain/contract/contract";
import { type CallName, fillPath, methodAndPath, paths } from "@daybook/domain/contract/paths";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { rows, type PersonIds } from "./contract-rows.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

const callNames = Object.keys(paths) as CallName[];
const signedCalls = callNames.filter((name) => contract[name].access === "session");

let daybook: TestDaybook;
let owner: RemoteDaybook;
let stranger: RemoteDaybook;
let ids: PersonIds;
let staleSession: Session;

beforeAll(async () => {
  daybook = await startTestDaybook();
  [owner, stranger] = await Promise.all([daybook.newPerson(), daybook.newPerson()]);
  const loggedOutClient = await daybook.newPerson();
  if (!loggedOutClient.session) throw new Error("no session");
  staleSession = loggedOutClient.session;
  await loggedOutClient.call("logout");
  const journals = await owner.call("listJournals");
  if (!journals.ok) throw new Error(journals.body.error);
  const journalId = String(journals.body.journals[0]?.journal.id);
  const createdAnswer = await owner.call("createEntry", {
    params: { journalId },
    body: { title: "Secret title", richtext_body: "<p>Secret body</p>" },
  });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.error);
  const entryId = String(createdAnswer.body.entry.id);
  const versions = await owner.call("listVersions", { params: { journalId, entryId } });
  if (!versions.ok) throw new Error(versions.body.error);
  const taggedAnswer = await owner.call("createTag", {
    body: { name: "Secret tag", entries_added_to: [Number(entryId)] },
  });
  if (!taggedAnswer.ok) throw new Error(taggedAnswer.body.error);
  const sessions = await owner.call("listSessions");
  if (!sessions.ok) throw new Error(sessions.body.error);
  const photo = await sampleImages.png();
  const addedAnswer = await owner.call("addPhoto", { params: { journalId, entryId }, body: { photo } });
  if (!addedAnswer.ok) throw new Error(addedAnswer.body.error);
  const reminderAnswer = await owner.call("addReminder", {
    params: { journalId },
    body: { frequency: "daily", general_time: "noon" },
  });
  if (!reminderAnswer.ok) throw new Error(reminderAnswer.body.error);
  const methodAnswer = await owner.call("editPaymentInfo", {
    body: { payment_method_nonce: "fake-valid-visa-nonce" },
  });
  if (!methodAnswer.ok) throw new Error(methodAnswer.body.error);
  ids = {
    photoId: String(addedAnswer.body.photo.id),
    journalId,
    entryId,
    versionId: String(versions.body.versions[0]?.version.id),
    sessionId: String(sessions.body.sessions[0]?.session.id),
    tagId: String(taggedAnswer.body.tag.id),
    reminderId: String(reminderAnswer.body.reminder.id),
    methodId: String(methodAnswer.body.payment_info.id),
  };
});
afterAll(() => daybook?.stop());

/** Much of what the owner can read, to check that nothing changed. */
async function readDataOfOwner(): Promise<unknown> {
  const answers = await Promise.all([
    owner.call("listJournals"),
    owner.call("listEntries", { params: { journalId: ids.journalId }, query: { view: "active" } }),
    owner.call("getEntry", { params: { journalId: ids.journalId, entryId: ids.entryId } }),
    owner.call("listVersions", { params: { journalId: ids.journalId, entryId: ids.entryId } }),
    owner.call("listTags"),
    owner.call("listReminders", { params: { journalId: ids.journalId } }),
    owner.call("getSettings"),
    owner.call("getProfile"),
  ]);
  // URLs of pictures change every quarter of an hour.
  return answers.map(({ body }) => JSON.stringify(body).replaceAll(/\?e=\d+&s=[\w-]+/g, ""));
}

describe("calls that need a session", () => {
  it.each(signedCalls)(
    "the call %s answers 401 without a session, and to a wrong signature",
    async (name) => {
      const input = rows[name].input(ids);
      const anonymousAnswer = await remoteDaybook(daybook.url).call(name, input);
      expect([anonymousAnswer.status, !anonymousAnswer.ok && anonymousAnswer.body.code]).toEqual([
        401,
        "unauthenticated",
      ]);

      const session = owner.session;
      if (!session) throw new Error("no session");
      const forger = remoteDaybook(daybook.url);
      forger.setSession({ ...session, access_token: { ...session.access_token, secret: "guessed" } });
      const forgedAnswer = await forger.call(name, input);
      expect([forgedAnswer.status, !forgedAnswer.ok && forgedAnswer.body.code]).toEqual([
        401,
        "unauthenticated",
      ]);
    },
  );
});

describe("ended sessions", () => {
  it.each(signedCalls)("a session that has ended is refused: %s", async (name) => {
    const endedClient = remoteDaybook(daybook.url);
    endedClient.setSession(staleSession);
    const answer = await endedClient.call(name, rows[name].input(ids));
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("free accounts", () => {
  it.each(callNames.filter((name) => rows[name].wrongTier))(
    "a free account is refused a request that needs PRO: %s",
    async (name) => {
      const { input, status, code } = rows[name].wrongTier ?? { input: () => ({}), status: 0, code: "" };
      const answer = await owner.call(name, input(ids));
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([status, code]);
    },
  );
});

/** Reads the owner's data before the tests of a group. `expectUnchanged` compares it with the current data. */
function watchOwnerView(): { expectUnchanged(): Promise<void> } {
  let viewBefore: unknown;
  beforeAll(async () => {
    viewBefore = await readDataOfOwner();
  });
  return { expectUnchanged: async () => expect(await readDataOfOwner()).toEqual(viewBefore) };
}

describe("another person's data", () => {
  const ownerView = watchOwnerView();

  it.each(callNames.filter((name) => rows[name].otherPersonStatus))(
    "another person's data do not exist for a stranger: %s",
    async (name) => {
      const answer = await stranger.call(name, rows[name].input(ids));
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([
        rows[name].otherPersonStatus,
        "not_found",
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(/Secret/);
      await ownerView.expectUnchanged();
    },
  );

  it("another person's entry does not exist under the stranger's own journal either", async () => {
    const journalsAnswer = await stranger.call("listJournals");
    const journalId = String(journalsAnswer.ok && journalsAnswer.body.journals[0]?.journal.id);
    const answer = await stranger.call("getEntry", { params: { journalId, entryId: ids.entryId } });
    expect(answer.status).toBe(404);
    const restoreAnswer = await stranger.call("restoreEntries", {
      params: { journalId },
      body: { entry_ids: [Number(ids.entryId)] },
      key: "steal",
    });
    expect(restoreAnswer.status).toBe(404);
    const repeatedAnswer = await stranger.call("restoreEntries", {
      params: { journalId },
      body: { entry_ids: [Number(ids.entryId)] },
      key: "steal",
    });
    expect(repeatedAnswer.status).toBe(404);
  });
});

describe("malformed requests", () => {
  const ownerView = watchOwnerView();

  it.each(callNames.filter((name) => rows[name].malformed))(
    "a malformed request is refused with a message: %s",
    async (name) => {
      const { input, status } = rows[name].malformed ?? { input: () => ({}), status: 0 };
      const answer = await owner.call(name, input(ids));
      expect(answer.status).toBe(status);
      if (answer.ok) throw new Error("accepted");
      expect(answer.body.error.length).toBeGreaterThan(10);
      expect(answer.body.code).toBe(status === 400 ? "invalid_id" : "invalid");
      await ownerView.expectUnchanged();
    },
  );

  it.each([
    ["not JSON", "application/json", "{", 400, "malformed"],
    ["not UTF-8", "application/json", Buffer.from([0x22, 0xff, 0x22]), 400, "malformed"],
    ["nested too deeply", "application/json", `{"x":${"[".repeat(101)}${"]".repeat(101)}}`, 400, "malformed"],
    ["of another media type", "text/plain", "hello", 415, "unsupported_media"],
    ["larger than 2 MB", "application/json", JSON.stringify("x".repeat(2_200_000)), 413, "too_large"],
    ["an array", "application/json", "[]", 422, "invalid"],
    ["null", "application/json", "null", 422, "invalid"],
  ])("a request body that is %s is refused", async (_, type, body, status, code) => {
    const response = await fetch(`${daybook.url}${fillPath("login")}`, {
      method: methodAndPath("login").method,
      headers: { "Content-Type": type },
      body,
    });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { code: string }).code).toBe(code);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

it("a request to an unknown path gets a 404 with the contract's body", async () => {
  const response = await fetch(`${daybook.url}/api/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "There is nothing here.", code: "not_found" });
});
