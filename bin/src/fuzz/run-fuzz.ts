import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { contract } from "@daybook/domain/contract/contract";
import type { Session } from "@daybook/domain/contract/sessions";
import type { CallName } from "@daybook/domain/contract/paths";
import { type RemoteDaybook, remoteDaybook, signRequest } from "../remote/remote-daybook.ts";
import { type FuzzRequest, fuzzRequests, isRead, type KnownIds } from "./fuzz-request.ts";

/** The report of a run. */
export type FuzzReport = {
  readonly requests: number;
  /** The number of replies by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Wrong replies: a redirect, a 5xx, no answer, or a success of a request that must be refused. */
  readonly wrongReplies: readonly {
    readonly call: CallName;
    readonly status: number;
    readonly request: string;
  }[];
  /** What has changed in the data of the sender or the other person, as `person: part`. */
  readonly changedParts: readonly string[];
};

const concurrency = 8;
const password = "and so to bed 1660";

async function bodyOrThrow<T>(
  answer: Promise<{ ok: true; body: T } | { ok: false; body: { error: string } }>,
): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(result.body.error);
  return result.body;
}

/** Signs a person up and writes an entry. */
async function createPerson(url: string) {
  const remote = remoteDaybook(url);
  const email = `fuzz-${randomBytes(6).toString("hex")}@example.com`;
  const session = await remote.logInOrSignUp({ email, password });
  const { journals } = await bodyOrThrow(remote.call("listJournals"));
  const journalId = String(journals[0]?.journal.id);
  const { entry } = await bodyOrThrow(
    remote.call("createEntry", {
      params: { journalId },
      body: { title: "Up betimes", richtext_body: "<p>And to my office.</p>" },
    }),
  );
  const entryId = String(entry.id);
  return { remote, session, journalId, entryId };
}

/** Reads the parts of a person's data that no request may change. */
async function readView(
  remote: RemoteDaybook,
  { journalId, entryId }: Readonly<Record<"journalId" | "entryId", string>>,
) {
  const entryPath = { params: { journalId, entryId } };
  const [journals, activeEntries, trashedEntries, entryDetails, versions, settings, profile, activity] =
    await Promise.all([
      bodyOrThrow(remote.call("listJournals")),
      bodyOrThrow(remote.call("listEntries", { params: { journalId } })),
      bodyOrThrow(remote.call("listEntries", { params: { journalId }, query: { view: "trashed" } })),
      bodyOrThrow(remote.call("getEntry", entryPath)),
      bodyOrThrow(remote.call("listVersions", entryPath)),
      bodyOrThrow(remote.call("getSettings")),
      bodyOrThrow(remote.call("getProfile")),
      bodyOrThrow(remote.call("listActivity")),
    ]);
  return { journals, activeEntries, trashedEntries, entryDetails, versions, settings, profile, activity };
}

function authorizationOf(fuzzRequest: FuzzRequest, url: URL, session: Session): string | undefined {
  const token = session.access_token;
  const body = fuzzRequest.body?.toString("utf8");
  switch (fuzzRequest.signing) {
    case "none":
      return undefined;
    case "malformed":
      return `OAuth oauth_token="${token.token}", oauth_nonce="", oauth_signature="\\", oauth_timestamp="-1"`;
    case "guessed":
      return signRequest({ method: fuzzRequest.method, url, body }, { ...token, secret: "guessed" });
    case "correct":
      return signRequest({ method: fuzzRequest.method, url, body }, token);
  }
}

/** Sends a request. Resolves with the status, or with 0 when the connection ended without one. */
function send(agent: Agent, origin: string, fuzzRequest: FuzzRequest, session: Session): Promise<number> {
  const url = new URL(origin);
  const signedUrl = new URL(fuzzRequest.target, origin);
  const authorization = authorizationOf(fuzzRequest, signedUrl, session);
  return new Promise((resolve) => {
    const outgoing = httpRequest(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: fuzzRequest.method,
        // The target is sent as generated. A URL object would normalise it.
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

const describeRequest = ({ method, target, body, signing, headers }: FuzzRequest): string =>
  JSON.stringify({ method, target, signing, headers, body: body?.toString("latin1").slice(0, 300) }).slice(
    0,
    1_500,
  );

/**
 * True when the API may reply to this request with this status. A 4xx is always correct. A success is correct in two cases:
 * - The call is a read, and has a correct signature or needs no session.
 * - The call is one of {@link publicCallsWithoutEffect}, and has no correct signature.
 *
 * A success of a correctly signed call that is not a read is wrong, because `fuzzRequests` signs such a call correctly only when the
 * contract refuses the input.
 */
function isCorrect({ call, signing }: FuzzRequest, status: number): boolean {
  if (status >= 400 && status < 500) return true;
  if (status < 200 || status > 299) return false;
  const isSigned = signing === "correct";
  const needsSession = contract[call].access === "session";
  if (isRead(call)) return isSigned || !needsSession;
  return !isSigned && publicCallsWithoutEffect.has(call);
}

/** Calls that need no session and change nothing, unless they name the e-mail address of an account. */
const publicCallsWithoutEffect: ReadonlySet<CallName> = new Set([
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
  const [sender, otherPerson] = await Promise.all([createPerson(url), createPerson(url)]);
  const people = [
    { name: "sender", ...sender },
    { name: "other", ...otherPerson },
  ];
  const readViews = () =>
    Promise.all(people.map(({ remote, journalId, entryId }) => readView(remote, { journalId, entryId })));
  const viewsAtStart = await readViews();
  const ids: KnownIds = { journalId: otherPerson.journalId, entryId: otherPerson.entryId };
  const remainingRequests = fuzzRequests(ids, count, seed);
  const statuses: Record<number, number> = {};
  const wrongReplies: { call: CallName; status: number; request: string }[] = [];
  let doneCount = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  async function sendRequests(): Promise<void> {
    for (let fuzzRequest = remainingRequests.shift(); fuzzRequest; fuzzRequest = remainingRequests.shift()) {
      const status = await send(agent, url, fuzzRequest, sender.session);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!isCorrect(fuzzRequest, status))
        wrongReplies.push({ call: fuzzRequest.call, status, request: describeRequest(fuzzRequest) });
      onProgress(++doneCount);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendRequests));
  agent.destroy();
  const viewsAtEnd = await readViews();
  const changedParts = people.flatMap(({ name }, index) => {
    const [before, after] = [viewsAtStart[index], viewsAtEnd[index]];
    const parts = Object.keys(before ?? {}) as (keyof NonNullable<typeof before>)[];
    return parts
      .filter((part) => JSON.stringify(before?.[part]) !== JSON.stringify(after?.[part]))
      .map((part) => `${name}: ${part}`);
  });
  return { requests: doneCount, statuses, wrongReplies, changedParts };
}
