import { accountDecider } from "@daybook/domain/account/decider";
import { product, sessionTimes } from "@daybook/domain/contract/bounds";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { firstJournalName } from "@daybook/domain/journal/first-journal-name";
import { seal } from "@daybook/platform/privacy/seal";
import type { Act, Call } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { checkBot } from "../../policies/bot-check.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { makeJournal } from "../journals.ts";
import { projected } from "../projected.ts";
import { changeAccount, loadAccount } from "./change-account.ts";
import { emailHash } from "./email-hash.ts";
import { answerSession, startSession } from "./open-session.ts";
import { refuseCommonPassword } from "./passwords.ts";

type SignupForm = Call<"freeSignup">["body"];

/** The refusal of an address that somebody signed up with. */
export const emailTaken = () =>
  reject("invalid", "There is an account with that e-mail address already.", {
    email: "There is an account with that e-mail address already. Log in instead?",
  });

/** A sign-up that was cut off may be sent again with the same e-mail and password for this long. */
const resumableFor = 10 * 60_000;

/**
 * The account id that an address and password may sign up with: a new one, or the one of a sign-up that was cut off
 * (same password, a few minutes old), which is then finished.
 */
async function claimEmail(deps: ApiDeps, form: SignupForm, userId: number): Promise<number | Rejection> {
  const hash = emailHash(deps, form.email);
  const passwordHash = await deps.passwords.hash(form.password);
  if (await deps.credentials.create({ userId, emailHash: hash, passwordHash })) return userId;
  const taken = await deps.credentials.findByEmailHash(hash);
  if (!taken) return emailTaken();
  const fresh = deps.clock.now() - Date.parse(taken.createdAt) < resumableFor;
  if (!fresh && (await loadAccount(deps, taken.userId)).status === "none") {
    // Cut off long ago, before there was an account: nobody can log in or finish it, so the address is free.
    await deps.credentials.remove(taken.userId);
    return (await deps.credentials.create({ userId, emailHash: hash, passwordHash })) ? userId : emailTaken();
  }
  return fresh && (await deps.passwords.verify(taken.passwordHash, form.password))
    ? taken.userId
    : emailTaken();
}

/** Opens the account and its first journal; each step may have been done before. */
async function openAccount(
  deps: ApiDeps,
  form: SignupForm,
  userId: number,
  act: Act,
): Promise<Rejection | null> {
  const stream = streamOf.account(userId);
  const context = { ...act, actor: String(userId) };
  const key = await deps.vault.create(stream, null);
  const opened = await deps.commands.execute({
    decider: accountDecider,
    stream,
    commands: [
      {
        type: "OpenAccount",
        data: {
          accountId: userId,
          email: seal(key, stream, "account.email", form.email),
          firstName: seal(key, stream, "account.first_name", form.first_name),
          lastName: seal(key, stream, "account.last_name", form.last_name),
          receiveMarketingEmails: form.receive_marketing_emails,
          timezone: form.timezone ?? "UTC",
          at: act.at,
        },
      },
    ],
    context,
  });
  if (isRejection(opened)) return opened;
  const name = firstJournalName(form.first_name);
  const firstJournal = (state: typeof opened.state) => state.journals.keys().next().value;
  const journalId = firstJournal(opened.state) ?? act.ids[1];
  let journal = await makeJournal(deps, userId, journalId, name, context);
  if (isRejection(journal) && journal.code === "pro_required") {
    // The same form, sent twice at once: the other one reserved the journal in between, so this one finishes that.
    const { state } = await deps.commands.load(accountDecider, stream);
    journal = await makeJournal(deps, userId, firstJournal(state) ?? journalId, name, context);
  }
  if (isRejection(journal)) return journal;
  // Whoever signs up in the browser is shown around; a program is not.
  if (form.client === product.client) {
    const begun = await changeAccount(deps, userId, act, "onboarding", {
      type: "MoveOnboarding",
      begins: true,
      data: { step: deps.onboarding === "welcome" ? "welcome" : "onboarding/write", at: act.at },
    });
    if (isRejection(begun)) return begun;
  }
  await deps.mail({
    id: deps.newId(),
    userId,
    template: "welcome",
    params: {},
    dedupeKey: `welcome ${userId}`,
  });
  await projected(deps, ["account"], opened.position);
  return null;
}

/** The calls of the sign-up form. */
export function mountSignUp(mount: Mount, deps: ApiDeps): void {
  mount("verifyNew", async ({ body, caller }) => {
    const limited = await tooMany(deps, limits.signUpFromAddress, caller.ip);
    if (limited) return limited;
    const refused =
      refuseCommonPassword(body.password, "password") ?? (await checkBot(deps, body.turnstile, caller.ip));
    if (refused) return refused;
    const hash = emailHash(deps, body.email);
    if (await deps.credentials.findByEmailHash(hash)) return emailTaken();
    await deps.credentials.rememberVerified(hash, sessionTimes.verifiedFor);
    return { status: 200, body: { verified: true as const } };
  });

  mount("freeSignup", async ({ body, act, caller }) => {
    const limited = await tooMany(deps, limits.signUpFromAddress, caller.ip);
    if (limited) return limited;
    const common = refuseCommonPassword(body.password, "password");
    if (common) return common;
    if (deps.botCheck.siteKey && !(await deps.credentials.isVerified(emailHash(deps, body.email)))) {
      return reject("bot_check", "Please show that you are not a robot, and try again.");
    }
    const userId = await claimEmail(deps, body, act.ids[0]);
    if (isRejection(userId)) return userId;
    const refused = await openAccount(deps, body, userId, act);
    if (refused) return refused;
    const session = await startSession(deps, userId, "signup", { ...act, actor: String(userId) }, caller);
    return answerSession(deps, 201, session, {
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      pendingEmail: null,
      createdAt: act.at,
    });
  });
}
