import { contract } from "@daybook/domain/contract/contract";
import { type CallName, fillPath, methodAndPath, paths } from "@daybook/domain/contract/paths";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RemoteDaybook, RemoteInput } from "@daybook/bin/remote/remote-daybook";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

type Things = { journalId: string; entryId: string; versionId: string };
type Row<N extends CallName = CallName> = {
  /** A request that is right but for who sends it. */
  input: (things: Things) => RemoteInput<N>;
  /** What somebody gets for another person's things; absent where there is nothing of another's to ask for. */
  foreign?: number;
  /** A request that nobody can serve, and what it gets. */
  malformed?: { input: (things: Things) => RemoteInput<N>; status: number };
};

const journal = ({ journalId }: Things) => ({ params: { journalId } });
const entry = ({ journalId, entryId }: Things) => ({ params: { journalId, entryId } });
const badJournal = { input: () => ({ params: { journalId: "abc" } }), status: 400 };
const badEntry = {
  input: ({ journalId }: Things) => ({ params: { journalId, entryId: "-1" } }),
  status: 400,
};
const person = {
  first_name: "A",
  email: "table@example.com",
  password: "12345678",
  retype_password: "12345678",
};

/** A row for every call: adding a route without one fails. */
const rows: { [N in CallName]: Row<N> } = {
  health: { input: () => ({}) },
  login: {
    input: () => ({ body: { email: "nobody@example.com", password: "x" } }),
    malformed: { input: () => ({ body: { email: 7 } as never }), status: 422 },
  },
  verifyNew: {
    input: () => ({ body: person }),
    malformed: { input: () => ({ body: { ...person, email: "no address" } }), status: 422 },
  },
  freeSignup: {
    input: () => ({ body: person }),
    malformed: { input: () => ({ body: { ...person, retype_password: "other" } }), status: 422 },
  },
  refreshToken: { input: () => ({}) },
  logout: { input: () => ({}) },
  listJournals: {
    input: () => ({}),
    malformed: { input: () => ({ query: { view: "everything" as never } }), status: 422 },
  },
  createJournal: {
    input: () => ({ body: { name: "Second" } }),
    malformed: { input: () => ({ body: { name: " " } }), status: 422 },
  },
  getJournal: { input: journal, foreign: 404, malformed: badJournal },
  updateJournal: {
    input: (things) => ({ ...journal(things), body: { name: "Mine now" } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...journal(things), body: { name: "x".repeat(101) } }), status: 422 },
  },
  deleteJournal: { input: journal, foreign: 404, malformed: badJournal },
  listEntries: {
    input: journal,
    foreign: 404,
    malformed: { input: (things) => ({ ...journal(things), query: { limit: "101" } }), status: 422 },
  },
  createEntry: {
    input: (things) => ({ ...journal(things), body: { title: "x" } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...journal(things), body: { title: "x".repeat(501) } }), status: 422 },
  },
  deleteEntries: {
    input: (things) => ({ ...journal(things), body: { entry_ids: [Number(things.entryId)] } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...journal(things), body: { entry_ids: [] } }), status: 422 },
  },
  restoreEntries: {
    input: (things) => ({ ...journal(things), body: { entry_ids: [Number(things.entryId)] } }),
    foreign: 404,
    malformed: {
      input: (things) => ({ ...journal(things), body: { entry_ids: ["1"] as never } }),
      status: 422,
    },
  },
  getEntry: { input: entry, foreign: 404, malformed: badEntry },
  updateEntry: {
    input: (things) => ({ ...entry(things), body: { title: "Stolen" } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...entry(things), body: { created_at: "yesterday" } }), status: 422 },
  },
  listPhotos: { input: entry, foreign: 404, malformed: badEntry },
  listVersions: { input: entry, foreign: 404, malformed: badEntry },
  previewVersion: {
    input: (things) => ({ ...entry(things), query: { version_id: things.versionId } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...entry(things), query: { version_id: "x" } }), status: 422 },
  },
  restoreVersion: {
    input: (things) => ({ ...entry(things), query: { version_id: things.versionId } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...entry(things), query: { version_id: "0" } }), status: 422 },
  },
  diffVersions: {
    input: (things) => ({ ...entry(things), query: { from: things.versionId, to: things.versionId } }),
    foreign: 404,
    malformed: { input: (things) => ({ ...entry(things), query: { from: "1", to: "" } }), status: 422 },
  },
};

const names = Object.keys(paths) as CallName[];
const signedCalls = names.filter((name) => contract[name].access === "session");

let daybook: TestDaybook;
let owner: RemoteDaybook;
let stranger: RemoteDaybook;
let things: Things;

beforeAll(async () => {
  daybook = await startTestDaybook();
  [owner, stranger] = await Promise.all([daybook.newPerson(), daybook.newPerson()]);
  const journals = await owner.call("listJournals");
  if (!journals.ok) throw new Error(journals.body.error);
  const journalId = String(journals.body.journals[0]?.journal.id);
  const created = await owner.call("createEntry", {
    params: { journalId },
    body: { title: "Secret title", richtext_body: "<p>Secret body</p>" },
  });
  if (!created.ok) throw new Error(created.body.error);
  const entryId = String(created.body.entry.id);
  const versions = await owner.call("listVersions", { params: { journalId, entryId } });
  if (!versions.ok) throw new Error(versions.body.error);
  things = { journalId, entryId, versionId: String(versions.body.versions[0]?.version.id) };
});
afterAll(() => daybook?.stop());

/** Everything that the owner can see, to show that nothing changed. */
async function whatTheOwnerSees(): Promise<unknown> {
  const answers = await Promise.all([
    owner.call("listJournals"),
    owner.call("listEntries", { params: { journalId: things.journalId }, query: { view: "active" } }),
    owner.call("getEntry", { params: { journalId: things.journalId, entryId: things.entryId } }),
    owner.call("listVersions", { params: { journalId: things.journalId, entryId: things.entryId } }),
  ]);
  return answers.map(({ body }) => body);
}

describe("every call that needs a session", () => {
  it.each(signedCalls)("%s answers 401 to nobody, and to a wrong signature", async (name) => {
    const { remoteDaybook } = await import("@daybook/bin/remote/remote-daybook");
    const input = rows[name].input(things) as RemoteInput<CallName>;
    const anonymous = await remoteDaybook(daybook.url).call(name, input);
    expect([anonymous.status, !anonymous.ok && anonymous.body.code]).toEqual([401, "unauthenticated"]);

    const session = owner.session;
    if (!session) throw new Error("no session");
    const forger = remoteDaybook(daybook.url);
    forger.adopt({ ...session, access_token: { ...session.access_token, secret: "guessed" } });
    const forged = await forger.call(name, input);
    expect([forged.status, !forged.ok && forged.body.code]).toEqual([401, "unauthenticated"]);
  });
});

describe("another person's things", () => {
  it.each(names.filter((name) => rows[name].foreign))("do not exist for a stranger: %s", async (name) => {
    const before = await whatTheOwnerSees();
    const answer = await stranger.call(name, rows[name].input(things));
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([rows[name].foreign, "not_found"]);
    expect(JSON.stringify(answer.body)).not.toMatch(/Secret/);
    expect(await whatTheOwnerSees()).toEqual(before);
  });

  it("under the stranger's own journal do not exist either", async () => {
    const own = await stranger.call("listJournals");
    const journalId = String(own.ok && own.body.journals[0]?.journal.id);
    const answer = await stranger.call("getEntry", { params: { journalId, entryId: things.entryId } });
    expect(answer.status).toBe(404);
    const move = await stranger.call("restoreEntries", {
      params: { journalId },
      body: { entry_ids: [Number(things.entryId)] },
      key: "steal",
    });
    expect(move.status).toBe(404);
    const again = await stranger.call("restoreEntries", {
      params: { journalId },
      body: { entry_ids: [Number(things.entryId)] },
      key: "steal",
    });
    expect(again.status).toBe(404);
  });
});

describe("a malformed request", () => {
  it.each(names.filter((name) => rows[name].malformed))("is refused with a sentence: %s", async (name) => {
    const before = await whatTheOwnerSees();
    const { input, status } = rows[name].malformed ?? { input: () => ({}), status: 0 };
    const answer = await owner.call(name, input(things));
    expect(answer.status).toBe(status);
    if (answer.ok) throw new Error("accepted");
    expect(answer.body.error.length).toBeGreaterThan(10);
    expect(answer.body.code).toBe(status === 400 ? "invalid_id" : "invalid");
    expect(await whatTheOwnerSees()).toEqual(before);
  });

  it.each([
    ["not JSON", "application/json", "{", 400, "malformed"],
    ["not UTF-8", "application/json", Buffer.from([0x22, 0xff, 0x22]), 400, "malformed"],
    ["another media type", "text/plain", "hello", 415, "unsupported_media"],
    ["more than 2 MB", "application/json", JSON.stringify("x".repeat(2_200_000)), 413, "too_large"],
    ["an array", "application/json", "[]", 422, "invalid"],
    ["null", "application/json", "null", 422, "invalid"],
  ])("that is %s is refused", async (_, type, body, status, code) => {
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

  it("to a path that is none is a 404 with the contract's body", async () => {
    const response = await fetch(`${daybook.url}/api/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "There is nothing here.", code: "not_found" });
  });
});
