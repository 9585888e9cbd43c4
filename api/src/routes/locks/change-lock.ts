import { accountDecider } from "@daybook/domain/account/decider";
import { tierAt } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { toUnlock } from "@daybook/platform/privacy/links";
import { type LockRow, removalOf } from "@daybook/platform/privacy/locks";
import { deriveSecret } from "@daybook/platform/privacy/seal";
import type { Act, Actor, Caller, Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { stepOf } from "../../http/act-step.ts";
import { refuseLocked } from "../../policies/lock-gate.ts";
import { provePassword } from "../../policies/lock-password.ts";
import { changeAccount, originOf } from "../account/change-account.ts";
import { refuseCommonPassword } from "../account/passwords.ts";
import { projected } from "../projected.ts";
import type { LockForm } from "./lock-form.ts";
import type { Lockable } from "./lockable.ts";

/** Who asks, and within which act. */
export type LockCall = { readonly actor: Actor; readonly caller: Caller; readonly act: Act };

/** What an answer says once, and that is kept nowhere. */
export type Once = { unlock_token?: string; draft_key?: string; recovery_code?: string };

type SetForm = Extract<LockForm, { kind: "set" }>;

/** Somebody else may change a lock between reading and writing it; then it is read again. */
const attempts = 4;
const contended = () => reject("unavailable", "This lock is being changed. Please try again.");
const notLocked = (what: string) =>
  reject("invalid", `This ${what} has no lock.`, { lock: `This ${what} has no lock.` });

const closedRefusal = (target: Lockable, lock: LockRow): Refusal =>
  refuseLocked(target.what, { type: lock.type, hint: target.lock?.hint ?? "" });

/** Encrypting is for paid accounts; who has encrypted may choose another password all the same. */
async function refuseEncryption(
  deps: ApiDeps,
  { actor, act }: LockCall,
  password: string,
  type: 2 | 3,
  before: LockRow | null,
): Promise<Refusal | null> {
  if (type !== 3) return null;
  if (before?.type !== 3) {
    const { state } = await deps.commands.load(accountDecider, streamOf.account(actor.userId));
    if (tierAt(state.membership, act.at) === "free") {
      return reject("pro_required", "The encryption lock comes with PRO. A password lock is free.");
    }
  }
  return refuseCommonPassword(password, "plain_password");
}

/** The key that a lock is to close: of what is open, or whose password of before was given along. */
async function openForChange(
  deps: ApiDeps,
  call: LockCall,
  target: Lockable,
  form: SetForm,
  before: LockRow | null,
): Promise<DataKey | Refusal> {
  const { actor, act } = call;
  const isRepeat = before?.act === act.commandId;
  if (before && !target.lock?.isOpen) {
    // A repeat finds the lock that it set itself, which its own password opens.
    const password = isRepeat ? form.password : form.current;
    if (password === undefined) return closedRefusal(target, before);
    const field = isRepeat ? "plain_password" : "current_password";
    const proof = await provePassword(deps, call, { what: target.what, lock: before }, password, field);
    if (isRejection(proof)) return proof;
    if (proof.key) return proof.key;
    if (!(await deps.locks.open(before, actor.lineage, null))) return closedRefusal(target, before);
  }
  const key = await deps.vault.openKey(target.keyId, actor.opening);
  return key ?? reject("not_found", `This ${target.what} is gone.`);
}

/** Whether this very act did it before, so that a late repeat does not undo what came after it. */
const wasDone = async (deps: ApiDeps, act: Act, { stream }: Lockable, fact: "locked" | "removed") =>
  act.repeated && (await deps.commands.findAct(stream, stepOf(act, `lock ${fact}`).commandId)) !== null;

async function setLock(
  deps: ApiDeps,
  call: LockCall,
  target: Lockable,
  form: SetForm,
): Promise<Once | Refusal> {
  const { actor, act } = call;
  const { password, hint, recovery } = form;
  if (target.inTrash) {
    const code = target.what === "journal" ? "journal_trashed" : "entry_trashed";
    return reject(code, `This ${target.what} is in the trash. Bring it back first.`);
  }
  const { what, stream, keyId } = target;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await deps.locks.readLock(stream);
    if (before?.act !== act.commandId && (await wasDone(deps, act, target, "locked"))) return {};
    const type = form.type ?? before?.type ?? 2;
    const remember = form.remember ?? before?.remember ?? false;
    const auto = form.auto ?? before?.auto ?? false;
    const refused = await refuseEncryption(deps, call, password, type, before);
    if (refused) return refused;
    const key = await openForChange(deps, call, target, form, before);
    if (isRejection(key)) return key;
    const lock = {
      stream,
      userId: actor.userId,
      type,
      keyId,
      password,
      remember,
      auto,
      recovery,
      before,
      key,
    };
    const set = await deps.locks.set({ ...lock, hint: target.sealHint(hint), act: act.commandId });
    if (!set) continue;
    deps.words.clear(deps.clock.now());
    await deps.links.revokeAll(actor.userId, [toUnlock(stream)]);
    const unrecorded = await target.record(act, { fact: "locked", type, hint, remember, auto });
    await deps.locks.told(stream, act.commandId);
    if (unrecorded) return unrecorded;
    return set.recoveryCode === null || what === "entry" ? {} : { recovery_code: set.recoveryCode };
  }
  return contended();
}

async function closeLock(deps: ApiDeps, target: Lockable): Promise<Once | Refusal> {
  const { lock, what, stream } = target;
  if (!lock) return notLocked(what);
  if (lock.type === 2 && !lock.remember) {
    const message = "The password of this lock is not remembered. Type it to lock again.";
    return reject("invalid", message, { plain_password: message });
  }
  await deps.locks.close(stream);
  return {};
}

async function openLock(
  deps: ApiDeps,
  call: LockCall,
  target: Lockable,
  password: string,
): Promise<Once | Refusal> {
  const { actor, act, caller } = call;
  const { what, stream } = target;
  const lock = await deps.locks.readLock(stream);
  if (!lock) return {};
  const proof = await provePassword(deps, call, { what, lock }, password);
  if (isRejection(proof)) return proof;
  const opened = await deps.locks.open(lock, actor.lineage, proof.key);
  if (!opened) return closedRefusal(target, lock);
  const key = await deps.vault.openKey(streamOf.account(actor.userId));
  if (!key) return reject("unauthenticated", "Your session has ended. Please log in.");
  const noted = await changeAccount(deps, actor.userId, act, "open lock", {
    type: "OpenLock",
    data: { locked: what, lockedId: target.id, ...originOf(key, actor.userId, caller), at: act.at },
  });
  if (isRejection(noted)) return noted;
  await projected(deps, ["account"], noted.position);
  if (opened.token === null || !proof.key) return {};
  return { unlock_token: opened.token, draft_key: deriveSecret(proof.key, "drafts") };
}

async function removeLock(
  deps: ApiDeps,
  call: LockCall,
  target: Lockable,
  password: string,
): Promise<Once | Refusal> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const lock = await deps.locks.readLock(target.stream);
    if (lock && (await wasDone(deps, call.act, target, "removed"))) return {};
    if (lock) {
      const proof = await provePassword(deps, call, { what: target.what, lock }, password);
      if (isRejection(proof)) return proof;
      if (!(await deps.locks.remove(lock, proof.key))) continue;
      await deps.links.revokeAll(call.actor.userId, [toUnlock(target.stream)]);
    }
    // Without a lock, this finishes what a crash may have cut off; the decider knows whether there is anything to say.
    const unrecorded = await target.record(call.act, { fact: "removed", by: "owner" });
    if (lock) await deps.locks.told(target.stream, removalOf(lock));
    return unrecorded ?? {};
  }
  return contended();
}

/** Turns on or off that a lock closes by itself; for who has it open. */
export async function setAutoLock(
  deps: ApiDeps,
  act: Act,
  target: Lockable,
  auto: boolean,
): Promise<Once | Refusal> {
  const { lock, what, stream } = target;
  if (!lock) return auto ? notLocked(what) : {};
  if (!lock.isOpen) return refuseLocked(what, lock);
  await deps.locks.setAuto(stream, auto);
  return (await target.record(act, { fact: "auto", auto })) ?? {};
}

/** Carries out what a form says of a lock; the vault first, then the log. */
export function changeLock(
  deps: ApiDeps,
  call: LockCall,
  target: Lockable,
  form: LockForm,
): Promise<Once | Refusal> {
  switch (form.kind) {
    case "set":
      return setLock(deps, call, target, form);
    case "close":
      return closeLock(deps, target);
    case "open":
      return openLock(deps, call, target, form.password);
    case "remove":
      return removeLock(deps, call, target, form.password);
    case "auto":
      return setAutoLock(deps, call.act, target, form.auto);
  }
}
