import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import type { Session } from "@daybook/domain/contract/sessions";
import type { CallName } from "@daybook/domain/contract/paths";
import { type RemoteDaybook, remoteDaybook, signRequest } from "../remote/remote-daybook.ts";
import { type FuzzRequest, fuzzRequests, type KnownIds } from "./fuzz-request.ts";

/** The report of a run. */
export type FuzzReport = {
  readonly requests: number;
  /** The number of replies by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Wrong replies: a 5xx, no answer, or a success of a request that must be refused. */
  readonly wrong: readonly { readonly call: CallName; readonly status: number; readonly request: string }[];
  /** Names of calls whose replies to the owner have changed. */
  readonly changed: readonly string[];
};

const concurrency = 8;
const password = "and so to bed 1660";

async function ok<T>(
  answer: Promise<{ ok: true; body: T } | { ok: false; body: { error: string } }>,
): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(result.body.error);
  return result.body;
}

/** Signs a person up and writes an entry. */
async function newPerson(url: string) {
  const remote = remoteDaybook(url);
  const email = `fuzz-${randomBytes(6).toString("hex")}@example.com`;
  const session = await remote.enter({ email, password });
  const { journals } = await ok(remote.call("listJournals"));
  const journalId = String(journals[0]?.journal.id);
  const { entry } = await ok(
    remote.call("createEntry", {
      params: { journalId },
      body: { title: "Up betimes", richtext_body: "<p>And to my office.</p>" },
    }),
  );
  const entryId = String(entry.id);
  return { remote, session, journalId, entryId };
}

/** Reads everything of a person that the API could have changed. */
async function viewOf(
  remote: RemoteDaybook,
  { journalId, entryId }: Readonly<Record<"journalId" | "entryId", string>>,
) {
  const entry = { params: { journalId, entryId } };
  const [journals, active, trashedJournals, single, versions, settings, profile, activity] =
    await Promise.all([
      ok(remote.call("listJournals")),
      ok(remote.call("listEntries", { params: { journalId } })),
      ok(remote.call("listEntries", { params: { journalId }, query: { view: "trashed" } })),
      ok(remote.call("getEntry", entry)),
      ok(remote.call("listVersions", entry)),
      ok(remote.call("getSettings")),
      ok(remote.call("getProfile")),
      ok(remote.call("listActivity")),
    ]);
  return { journals, active, trashed: trashedJournals, single, versions, settings, profile, activity };
}

function authorizationOf(fuzzRequest: FuzzRequest, url: URL, session: Session): string | undefined {
  const token = session.access_token;
  const body = fuzzRequest.body?.toString("utf8");
  switch (fuzzRequest.signing) {
    case "none":
      return undefined;
    case "nonsense":
      return `OAuth oauth_token="${token.token}", oauth_nonce="", oauth_signature="\\", oauth_timestamp="-1"`;
    case "guessed":
      return signRequest({ method: fuzzRequest.method, url, body }, { ...token, secret: "guessed" });
    case "right":
      return signRequest({ method: fuzzRequest.method, url, body }, token);
  }
}

/** The status, or 0 when the connection ended without one. */
function send(agent: Agent, origin: string, fuzzRequest: FuzzRequest, session: Session): Promise<number> {
  const url = new URL(origin);
  // Send the raw target, because a URL object would normalise it.
  const signedUrl = new URL(fuzzRequest.target, origin);
  const authorization = authorizationOf(fuzzRequest, signedUrl, session);
  return new Promise((resolve) => {
    const outgoing = httpRequest(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: fuzzRequest.method,
        path: fuzzRequest.target,
        headers: {
          ...fuzzRequest.headers,
          ...(authorization !== undefined && { authorization }),
          ...(fuzzRequest.body && { "content-length": String(fuzzRequest.body.length) }),
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on("error", () => resolve(0));
    outgoing.end(fuzzRequest.body ?? undefined);
  });
}

const inShort = ({ method, target, body, signing, headers }: FuzzRequest): string =>
  JSON.stringify({ method, target, signing, headers, body: body?.toString("latin1").slice(0, 300) }).slice(
    0,
    1_500,
  );

/** True for a correct reply: a refusal, or a read of the sender's own data. */
function isCorrect({ method, call, signing }: FuzzRequest, status: number): boolean {
  if (status >= 400 && status < 500) return true;
  if (status < 200 || status > 299) return false;
  return method === "GET" ? true : signing !== "right" && harmless.has(call);
}

/** Calls without a session that accept every valid input and change nothing. */
const harmless: ReadonlySet<CallName> = new Set([
  "trackEvent",
  "unsubscribeSponsored",
  "verifyNew",
  "forgotPassword",
  "requestLoginLink",
]);

/**
 * Sends generated requests to every call of the contract: wrong types, huge and nested values, unicode, duplicate keys,
 * bad signatures. No reply may be a 5xx, and no data of the sender or another person may change.
 */
export async function runFuzz(options: {
  url: string;
  requests: number;
  seed: number;
  onProgress?: (done: number) => void;
}): Promise<FuzzReport> {
  const { url, requests: count, seed, onProgress = () => {} } = options;
  const [sender, otherPerson] = await Promise.all([newPerson(url), newPerson(url)]);
  const people = [
    { name: "sender", ...sender },
    { name: "other", ...otherPerson },
  ];
  const views = () =>
    Promise.all(people.map(({ remote, journalId, entryId }) => viewOf(remote, { journalId, entryId })));
  const viewsAtStart = await views();
  const ids: KnownIds = { journalId: otherPerson.journalId, entryId: otherPerson.entryId };
  const waitingRequests = fuzzRequests(ids, count, seed);
  const statuses: Record<number, number> = {};
  const wrongReplies: { call: CallName; status: number; request: string }[] = [];
  let doneCount = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  async function writer(): Promise<void> {
    for (let fuzzRequest = waitingRequests.shift(); fuzzRequest; fuzzRequest = waitingRequests.shift()) {
      const status = await send(agent, url, fuzzRequest, sender.session);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!isCorrect(fuzzRequest, status))
        wrongReplies.push({ call: fuzzRequest.call, status, request: inShort(fuzzRequest) });
      onProgress(++doneCount);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, writer));
  agent.destroy();
  const viewsAtEnd = await views();
  const changedViews = people.flatMap(({ name }, index) => {
    const [was, is] = [viewsAtStart[index], viewsAtEnd[index]];
    const parts = Object.keys(was ?? {}) as (keyof NonNullable<typeof was>)[];
    return parts
      .filter((part) => JSON.stringify(was?.[part]) !== JSON.stringify(is?.[part]))
      .map((part) => `${name}: ${part}`);
  });
  return { requests: doneCount, statuses, wrong: wrongReplies, changed: changedViews };
}
