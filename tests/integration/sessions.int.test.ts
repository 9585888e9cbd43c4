import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import OAuth from "oauth-1.0a";
import type { Session } from "@daybook/domain/contract/sessions";
import { type RemoteDaybook, remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let session: Session;

beforeAll(async () => {
  daybook = await sharedDaybook();
  person = await daybook.newPerson();
  if (!person.session) throw new Error("no session");
  session = person.session;
});

type SignedRequest = { url: string; method: string; headers: Record<string, string> };

/** Signs with an independent library, as existing export tools do. */
function signAsExporter(
  path: string,
  options: { method?: string; hash?: string; at?: number } = {},
): SignedRequest {
  const { method = "GET", hash = "sha256" } = options;
  const { access_token: token } = session;
  const oauth = new OAuth({
    consumer: { key: token.client_application.key, secret: token.client_application.secret },
    signature_method: hash === "sha256" ? "HMAC-SHA256" : "HMAC-SHA1",
    hash_function: (base, key) => createHmac(hash, key).update(base).digest("base64"),
  });
  if (options.at !== undefined) oauth.getTimeStamp = () => options.at ?? 0;
  const url = `${daybook.url}${path}`;
  const authorization = oauth.authorize({ url, method }, { key: token.token, secret: token.secret });
  return { url, method, headers: { ...oauth.toHeader(authorization) } };
}

async function send({
  url,
  method,
  headers,
}: SignedRequest): Promise<{ status: number; code: string | undefined; body: unknown }> {
  const response = await fetch(url, { method, headers });
  const text = await response.text();
  const body = text === "" ? null : (JSON.parse(text) as { code?: string });
  return { status: response.status, code: body?.code, body };
}

describe("requests signed by an independent client", () => {
  it("a signed request is accepted, with a query in any order and with characters that need encoding", async () => {
    expect((await send(signAsExporter("/api/journals"))).status).toBe(200);
    expect((await send(signAsExporter("/api/journals?view=active"))).status).toBe(200);
    const encodedAnswer = await send(
      signAsExporter("/api/journals?zeta=%21%2A%27%28%29&view=active&alpha=caf%C3%A9%20x"),
    );
    expect(encodedAnswer.status).toBe(200);
  });

  it("a signed request is refused if any part is changed", async () => {
    const signedRequest = signAsExporter("/api/journals?view=active");
    const changedRequests = [
      { ...signedRequest, url: signedRequest.url.replace("active", "trashed") },
      { ...signedRequest, url: signedRequest.url.replace("/journals", "/journals/") },
      { ...signedRequest, method: "DELETE" },
      {
        ...signedRequest,
        headers: { ...signedRequest.headers, Authorization: `${signedRequest.headers.Authorization}x` },
      },
      { ...signedRequest, headers: { Authorization: "Bearer abc" } },
      { ...signedRequest, headers: { Authorization: "OAuth " } },
    ];
    for (const request of changedRequests) {
      const answer = await send(request);
      expect(["401 unauthenticated", "404 not_found"]).toContain(`${answer.status} ${answer.code}`);
    }
  });

  it("a signed request is accepted only once", async () => {
    const signedRequest = signAsExporter("/api/journals");
    expect((await send(signedRequest)).status).toBe(200);
    const replay = await send(signedRequest);
    expect([replay.status, replay.code]).toEqual([401, "nonce_used"]);
  });

  // A request from the future needs a larger offset, because the server's clock runs while it is sent.
  it.each([-301, 360])(
    "a signed request is refused with the server time if the client's clock is %i s off",
    async (offset) => {
      const now = Math.floor(Date.now() / 1000);
      const timestamp = now + offset;
      const answer = await send(signAsExporter("/api/journals", { at: timestamp }));
      expect([answer.status, answer.code]).toEqual([401, "clock_skew"]);
      const { server_time: time } = answer.body as { server_time: string };
      expect(Date.parse(time) / 1000).toBeGreaterThanOrEqual(now);
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    },
  );

  it("a request signed with HMAC-SHA1 is refused on a path that is not on the legacy list", async () => {
    expect((await send(signAsExporter("/api/journals", { hash: "sha1" }))).status).toBe(401);
  });
});

describe("the body hash", () => {
  it("the body hash of a request is checked, if there is one", async () => {
    const { signRequest } = await import("@daybook/bin/remote/remote-daybook");
    const url = new URL("/api/journals", daybook.url);
    const authorization = signRequest({ method: "POST", url, body: '{"name":"A"}' }, session.access_token);
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: '{"name":"B"}',
    });
    expect(response.status).toBe(401);
  });
});

describe("sessions", () => {
  const password = "and so to bed 1660";
  const createAccount = async () => {
    const email = `${randomUUID()}@example.com`;
    const client = remoteDaybook(daybook.url);
    await client.logInOrSignUp({ email, password });
    return { email, client };
  };

  it("a log-in accepts the e-mail address in upper case, with spaces around it", async () => {
    const { email } = await createAccount();
    const newClient = remoteDaybook(daybook.url);
    const answer = await newClient.call("login", {
      body: { email: `  ${email.toUpperCase()} `, password },
    });
    expect(answer.status).toBe(200);
  });

  it("a log-in is refused with the same message for a wrong password and an unknown address", async () => {
    const { email, client } = await createAccount();
    for (const body of [
      { email, password: "wrong" },
      { email: "nobody@example.com", password },
    ]) {
      const answer = await client.call("login", { body });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: "Your email or password were incorrect.",
        code: "wrong_credentials",
      });
    }
  });

  it("a session ends at log-out; other sessions stay", async () => {
    const { email, client } = await createAccount();
    const otherClient = remoteDaybook(daybook.url);
    await otherClient.logInOrSignUp({ email, password });
    expect((await client.call("logout")).status).toBe(204);
    expect((await client.call("listJournals")).status).toBe(401);
    expect((await otherClient.call("listJournals")).status).toBe(200);
  });

  it("until the new token of a refresh is used, the old one still works, and a repeat returns the same new token", async () => {
    const { client } = await createAccount();
    const firstAnswer = await client.call("refreshToken");
    const secondAnswer = await client.call("refreshToken");
    if (!firstAnswer.ok || !secondAnswer.ok) throw new Error("not refreshed");
    expect(secondAnswer.body.access_token.token).toBe(firstAnswer.body.access_token.token);
    expect((await client.call("listJournals")).status).toBe(200);
    expect(firstAnswer.body.draft_key).toBe(client.session?.draft_key);
    client.setSession(firstAnswer.body);
    expect((await client.call("listJournals")).status).toBe(200);
  });

  it("a user gets the same draft key at every log-in", async () => {
    const { email, client } = await createAccount();
    const secondAnswer = await client.call("login", { body: { email, password } });
    expect(secondAnswer.ok && secondAnswer.body.draft_key).toBe(client.session?.draft_key);
    expect(Buffer.from(client.session?.draft_key ?? "", "base64")).toHaveLength(32);
  });
});

describe("signing up", () => {
  const form = () => ({
    first_name: "Elizabeth",
    last_name: "Pepys",
    email: `${randomUUID()}@example.com`,
    password: "by water to Deptford",
    retype_password: "by water to Deptford",
  });

  it("a sign-up is validated, makes the account and a first journal, and logs in", async () => {
    const body = form();
    const visitor = remoteDaybook(daybook.url);
    expect((await visitor.call("verifyNew", { body })).body).toEqual({ verified: true });
    const answer = await visitor.call("freeSignup", { body });
    if (!answer.ok) throw new Error(answer.body.error);
    expect(answer.status).toBe(201);
    const { first_name, last_name, email } = answer.body.user;
    expect([first_name, last_name, email]).toEqual(["Elizabeth", "Pepys", body.email]);
    visitor.setSession(answer.body);
    const journals = await visitor.call("listJournals");
    expect(journals.ok && journals.body.journals.map(({ journal }) => journal.name)).toEqual([
      "Elizabeth’s Journal",
    ]);
  });

  it("a sign-up with a taken address is refused, with a message for the field", async () => {
    const body = form();
    const visitor = remoteDaybook(daybook.url);
    await visitor.call("freeSignup", { body });
    const refusedAnswer = await visitor.call("freeSignup", {
      body: { ...body, password: "other pass", retype_password: "other pass" },
    });
    expect([refusedAnswer.status, !refusedAnswer.ok && Object.keys(refusedAnswer.body.fields ?? {})]).toEqual(
      [422, ["email"]],
    );
    expect((await visitor.call("verifyNew", { body })).status).toBe(422);
  });

  it("a sign-up that is sent several times concurrently makes one account", async () => {
    const body = form();
    const visitor = remoteDaybook(daybook.url);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.call("freeSignup", { body })));
    const ids = answers.map((answer) => (answer.ok ? answer.body.user.id : answer.body.error));
    expect(new Set(ids).size).toBe(1);
    const [firstAnswer] = answers;
    if (!firstAnswer?.ok) throw new Error("refused");
    visitor.setSession(firstAnswer.body);
    const journals = await visitor.call("listJournals");
    expect(journals.ok && journals.body.journals).toHaveLength(1);
  });
});

describe("free accounts", () => {
  it("a free account has one journal, even after concurrent requests", async () => {
    const owner = await daybook.newPerson();
    const list = await owner.call("listJournals");
    const journalId = String(list.ok && list.body.journals[0]?.journal.id);
    const secondAnswer = await owner.call("createJournal", { body: { name: "Second" } });
    expect([secondAnswer.status, !secondAnswer.ok && secondAnswer.body.code]).toEqual([403, "pro_required"]);

    expect((await owner.call("deleteJournal", { params: { journalId } })).status).toBe(204);
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => owner.call("createJournal", { body: { name }, key: randomUUID() })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 403, 403]);
    const restoredAnswer = await owner.call("updateJournal", {
      params: { journalId },
      body: { restore: true },
    });
    expect(restoredAnswer.status).toBe(403);
  });

  it("a free account can restore a trashed journal with its entries, and rename it in the same call", async () => {
    const owner = await daybook.newPerson();
    const list = await owner.call("listJournals");
    const journalId = String(list.ok && list.body.journals[0]?.journal.id);
    await owner.call("createEntry", { params: { journalId }, body: { title: "kept" } });
    await owner.call("deleteJournal", { params: { journalId } });
    expect((await owner.call("listEntries", { params: { journalId } })).status).toBe(404);
    const trashedAnswer = await owner.call("listJournals", { query: { view: "trashed" } });
    expect(trashedAnswer.ok && trashedAnswer.body.journals.map(({ journal }) => String(journal.id))).toEqual([
      journalId,
    ]);
    await owner.call("updateJournal", { params: { journalId }, body: { restore: true, name: "Back" } });
    const entries = await owner.call("listEntries", { params: { journalId } });
    expect(entries.ok && entries.body.entries.map(({ entry }) => entry.title)).toEqual(["kept"]);
    expect(entries.ok && entries.body.journal.name).toBe("Back");
  });
});
