import { createHash, createHmac, randomUUID } from "node:crypto";
import {
  authorizationHeader,
  type Parameter,
  percentEncode,
  parseQuery,
  signatureBase,
  signingKey,
} from "@daybook/domain/contract/signing";
import type { Session } from "@daybook/domain/contract/sessions";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { firstJournalIdOf } from "./people.ts";

let strictDaybook: TestDaybook;
let lenientDaybook: TestDaybook;

beforeAll(async () => {
  [strictDaybook, lenientDaybook] = await Promise.all([
    startTestDaybook(),
    startTestDaybook({ OAUTH_SHA1: "all" }),
  ]);
});
afterAll(async () => {
  await strictDaybook?.stop();
  await lenientDaybook?.stop();
});

type SigningOptions = {
  hash?: "sha256" | "sha1";
  version?: string | null;
  placement?: "header" | "query";
  body?: string;
  bodyHash?: string;
  secret?: string;
};

/** Sends a request that is signed as some third-party clients sign theirs. */
async function send(
  url: URL,
  { access_token: token }: Session,
  method: string,
  {
    hash = "sha256",
    version = "1.0",
    placement = "header",
    body,
    bodyHash,
    secret = token.secret,
  }: SigningOptions,
): Promise<Response> {
  const protocolParameters: Parameter[] = [
    ["oauth_consumer_key", token.client_application.key],
    ["oauth_token", token.token],
    ["oauth_signature_method", `HMAC-${hash.toUpperCase()}`],
    ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
    ["oauth_nonce", randomUUID()],
    ...(version === null ? [] : [["oauth_version", version] as const]),
    ...(bodyHash === undefined ? [] : [["oauth_body_hash", bodyHash] as const]),
  ];
  const query = parseQuery(url.search.slice(1)) ?? [];
  const base = signatureBase(method, url.origin + url.pathname, [...query, ...protocolParameters]);
  const key = signingKey(token.client_application.secret, secret);
  const signature = createHmac(hash, key).update(base).digest("base64");
  const signedParameters: Parameter[] = [...protocolParameters, ["oauth_signature", signature]];
  const signedUrl = new URL(url);
  if (placement === "query") {
    signedUrl.search = [...query, ...signedParameters]
      .map((pair) => pair.map(percentEncode).join("="))
      .join("&");
  }
  return fetch(signedUrl, {
    method,
    headers: {
      ...(placement === "header" && { Authorization: authorizationHeader(signedParameters) }),
      ...(body !== undefined && { "Content-Type": "application/json", "Idempotency-Key": "one-command" }),
    },
    ...(body !== undefined && { body }),
  });
}

/** The status of a GET with a query, signed with these options. */
async function statusOfRead(daybook: TestDaybook, options: SigningOptions): Promise<number> {
  const { session } = await daybook.newPerson();
  if (!session) throw new Error("no session");
  const url = new URL(`${daybook.url}/api/journals?view=active`);
  return (await send(url, session, "GET", options)).status;
}

describe("signatures of third-party clients", () => {
  it.each<[string, SigningOptions, number]>([
    ["version 1.0a is accepted", { version: "1.0a" }, 200],
    ["no version is accepted", { version: null }, 200],
    ["version 2.0 is refused", { version: "2.0" }, 401],
    ["its parameters in the query is accepted", { placement: "query" }, 200],
    [
      "its parameters in the query and a wrong secret is refused",
      { placement: "query", secret: "guessed" },
      401,
    ],
    ["HMAC-SHA1 is refused", { hash: "sha1" }, 401],
  ])("a signature with %s", async (_, options, status) => {
    expect(await statusOfRead(strictDaybook, options)).toBe(status);
  });

  it("a signature with HMAC-SHA1 is accepted if OAUTH_SHA1=all is set, but not with a wrong secret", async () => {
    expect(await statusOfRead(lenientDaybook, { hash: "sha1" })).toBe(200);
    expect(await statusOfRead(lenientDaybook, { hash: "sha1", placement: "query" })).toBe(200);
    expect(await statusOfRead(lenientDaybook, { hash: "sha1", secret: "guessed" })).toBe(401);
    expect(await statusOfRead(lenientDaybook, { hash: "sha256" })).toBe(200);
  });

  it("a signature needs no body hash; a body hash must be made by the hash function of the signature method", async () => {
    const person = await lenientDaybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    const { session } = person;
    if (!session) throw new Error("no session");
    const url = new URL(`${lenientDaybook.url}/api/journals/${journalId}/entries`);
    const body = JSON.stringify({ title: "Signed" });
    const digest = (name: string, text = body) => createHash(name).update(text).digest("base64");
    const post = async (options: SigningOptions) =>
      (await send(url, session, "POST", { ...options, body })).status;
    expect(await post({ hash: "sha1", bodyHash: digest("sha1") })).toBe(201);
    expect(await post({ hash: "sha1", bodyHash: digest("sha256") })).toBe(401);
    expect(await post({ hash: "sha256", bodyHash: digest("sha1") })).toBe(401);
    expect(await post({ hash: "sha1", bodyHash: digest("sha1", "{}") })).toBe(401);
    // A request with its signature in the query is still a repeat of the same command.
    expect(await post({ placement: "query" })).toBe(201);
    const listedReply = ok(
      await person.call("listEntries", { params: { journalId }, query: { order: "cad" } }),
    );
    expect(listedReply.entries).toHaveLength(1);
  });
});

describe("calls that need no session", () => {
  it("a call that needs no session is answered as for a visitor when its signature is wrong or its session has ended", async () => {
    const person = await strictDaybook.newPerson();
    const { session } = person;
    if (!session) throw new Error("no session");
    const forgedClient = remoteDaybook(strictDaybook.url);
    forgedClient.setSession({ ...session, access_token: { ...session.access_token, secret: "guessed" } });
    const loggedOutClient = await strictDaybook.newPerson();
    if (!loggedOutClient.session) throw new Error("no session");
    const staleClient = remoteDaybook(strictDaybook.url);
    staleClient.setSession(loggedOutClient.session);
    await loggedOutClient.call("logout");
    for (const caller of [forgedClient, staleClient]) {
      expect((await caller.call("clientConfig")).status).toBe(200);
      expect((await caller.call("publicEntry", { params: { slug: "x".repeat(22) } })).status).toBe(404);
      const email = "nobody@example.com";
      expect((await caller.call("unsubscribeSponsored", { body: { email } })).status).toBe(204);
      const wrongLogin = await caller.call("login", { body: { email, password: "wrong password" } });
      expect([wrongLogin.status, !wrongLogin.ok && wrongLogin.body.code]).toEqual([422, "wrong_credentials"]);
      expect((await caller.call("getSettings")).status).toBe(401);
    }
    const url = new URL(`${strictDaybook.url}/api/client_config`);
    expect((await fetch(url, { headers: { Authorization: "Bearer x" } })).status).toBe(200);
  });
});
