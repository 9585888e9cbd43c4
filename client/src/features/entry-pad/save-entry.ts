import type { Entry } from "@daybook/domain/contract/entries";
import type { Api, ApiFailure, CallOptions } from "../../shared/api-client.ts";
import type { Outcome, SaveInput, Settled, SettleInput, Trouble } from "./autosave.ts";
import { changeOf, type Copy, copyOf, creationOf, type Normalise, sameText } from "./writing.ts";

/** What saving needs from outside. */
export type Saving = {
  readonly api: Api;
  /** false once somebody else, or nobody, is signed in: then nothing is sent in the wrong name */
  readonly isSignedIn: () => boolean;
  readonly normalise: Normalise;
  /** resolves when the draft lies on the device, or cannot */
  readonly draftSettled: () => Promise<void>;
  /** the server made a new entry */
  readonly onCreated?: () => void;
};

type Failed = Extract<Outcome, { type: "delayed" | "refused" }>;

const signedOut: Failed = { type: "refused", trouble: { reason: "signed_out", message: "" } };

const refusals: Readonly<Record<number, Trouble["reason"]>> = {
  401: "signed_out",
  403: "forbidden",
  404: "gone",
  413: "too_long",
  423: "locked",
};

/** What a failed call means for a page of writing: either it comes right by itself, or somebody has to act. */
export function failureOf({ status, code, message, fields, retryAfter }: ApiFailure): Failed {
  const delayed = (reason: Trouble["reason"]): Failed => ({
    type: "delayed",
    trouble: { reason, message },
    retryAfter,
  });
  if (status === 0) return delayed("unreachable");
  if (status === 429) return delayed("limited");
  if (status >= 500 || code === "clock_skew" || code === "nonce_used") return delayed("unavailable");
  const trashed = code === "entry_trashed" || code === "journal_trashed";
  const reason = trashed ? "trashed" : (refusals[status] ?? "invalid");
  const sentence = Object.values(fields ?? {})[0] ?? message;
  return { type: "refused", trouble: { reason, message: sentence } };
}

/** The newest copy that a 409 carries; `null` when the body is not what it should be. */
function copyInConflict({ status, body }: ApiFailure, normalise: Normalise): Copy | null {
  const entry = status === 409 ? (body as { entry?: Entry } | null)?.entry : undefined;
  return entry ? copyOf(entry, normalise) : null;
}

const options = (idempotencyKey: string): CallOptions => ({
  idempotencyKey,
  retries: 0,
  keepalive: true,
  quiet401: true,
});

async function create({ api, onCreated }: Saving, { act, journalId }: SaveInput): Promise<Outcome> {
  const body = creationOf(act.writing);
  const result = await api.call(
    "createEntry",
    { params: { journalId: String(journalId) }, body },
    options(act.key),
  );
  if (!result.ok) return result.code === "key_reused" ? { type: "again", copy: null } : failureOf(result);
  onCreated?.();
  const { id, revision, modified_at: modifiedAt } = result.data.entry;
  const made = { id, revision, modifiedAt, writing: { ...act.writing, starred: false } };
  return { type: "acknowledged", copy: made };
}

async function revise(saving: Saving, input: SaveInput, base: Copy): Promise<Outcome> {
  const { writing, key } = input.act;
  const params = { journalId: String(input.journalId), entryId: String(base.id) };
  const result = await saving.api.call(
    "updateEntry",
    { params, body: changeOf(writing, base) },
    options(key),
  );
  if (result.ok) {
    const textWasSent = !sameText(writing, base.writing);
    const revision = (textWasSent && result.data?.entry.revision) || base.revision;
    const modifiedAt = result.data?.entry.modified_at ?? base.modifiedAt;
    return { type: "acknowledged", copy: { id: base.id, revision, modifiedAt, writing } };
  }
  if (result.code === "key_reused") return { type: "again", copy: base };
  const theirs = copyInConflict(result, saving.normalise);
  if (!theirs) return failureOf(result);
  const nothingNew = sameText(theirs.writing, writing) || sameText(theirs.writing, base.writing);
  return nothingNew ? { type: "again", copy: theirs } : { type: "conflict", theirs };
}

/** Sends one act of saving; the draft lies on the device before anything leaves it. */
export function saveEntry(saving: Saving): (input: SaveInput) => Promise<Outcome> {
  return async (input) => {
    await saving.draftSettled();
    if (!saving.isSignedIn()) return signedOut;
    return input.base ? revise(saving, input, input.base) : create(saving, input);
  };
}

async function putTheirsBack(saving: Saving, input: SettleInput): Promise<Settled> {
  const { theirs, mine, keys } = input;
  const params = { journalId: String(input.journalId), entryId: String(theirs.id) };
  let { revision } = theirs;
  for (const [index, { title, body }] of [mine, theirs.writing].entries()) {
    const change = { title, richtext_body: body, modified: revision };
    // oxlint-disable-next-line no-await-in-loop -- mine has to be in the history before theirs goes on top
    const result = await saving.api.call(
      "updateEntry",
      { params, body: change },
      options(keys[index] ?? keys[0]),
    );
    if (!result.ok) {
      const newer = copyInConflict(result, saving.normalise);
      return newer
        ? { type: "conflict", theirs: newer }
        : { type: "failed", trouble: failureOf(result).trouble };
    }
    revision = result.data?.entry.revision ?? revision;
  }
  return { type: "settled", copy: { ...theirs, revision }, madeEntryId: null };
}

async function saveMineAsNew({ api, onCreated }: Saving, input: SettleInput): Promise<Settled> {
  const params = { journalId: String(input.journalId) };
  const result = await api.call(
    "createEntry",
    { params, body: creationOf(input.mine) },
    options(input.keys[0]),
  );
  if (!result.ok) return { type: "failed", trouble: failureOf(result).trouble };
  onCreated?.();
  return { type: "settled", copy: input.theirs, madeEntryId: result.data.entry.id };
}

/**
 * Settles two texts so that both stay: "theirs" puts mine into the history and theirs on top of it, "both" makes mine
 * an entry of its own.
 */
export function settleConflict(saving: Saving): (input: SettleInput) => Promise<Settled> {
  return async (input) => {
    await saving.draftSettled();
    if (!saving.isSignedIn()) return { type: "failed", trouble: signedOut.trouble };
    return input.choice === "theirs" ? putTheirsBack(saving, input) : saveMineAsNew(saving, input);
  };
}
