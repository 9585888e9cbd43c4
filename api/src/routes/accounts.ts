import { accountDecider } from "@daybook/domain/account/decider";
import type { Session } from "@daybook/domain/contract/accounts";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/privacy/seal";
import type { OpenSession } from "@daybook/platform/privacy/sessions";
import type { Act, Call, Caller } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { stepOf } from "../http/act-step.ts";
import type { Mount } from "../http/mount.ts";
import { makeJournal } from "./journals.ts";
import { projected } from "./projected.ts";
import { type Profile, sessionReply } from "./session-reply.ts";

type SignupForm = Call<"freeSignup">["body"];

const wrongCredentials = () => reject("wrong_credentials", "Your email or password were incorrect.");
const emailTaken = () =>
  reject("invalid", "There is an account with that e-mail address already.", {
    email: "There is an account with that e-mail address already. Log in instead?",
  });

/** A sign-up that was cut off may be sent again with the same e-mail and password for this long. */
const resumableFor = 10 * 60_000;

/** E-mail addresses are unique without regard to case. */
const emailHash = (deps: ApiDeps, email: string): string =>
  deps.keyedHash("account.email", email.trim().toLowerCase());

/** Opens a session and notes it in the account's stream, with address and browser sealed. */
async function startSession(
  deps: ApiDeps,
  userId: number,
  act: Act,
  caller: Caller,
): Promise<OpenSession | Rejection> {
  const stream = streamOf.account(userId);
  const key = await deps.vault.openKey(stream);
  if (!key) return wrongCredentials();
  const sessionId = deps.newId();
  const session = await deps.sessions.create({ userId, sessionId });
  const noted = await deps.commands.execute({
    decider: accountDecider,
    stream,
    commands: [
      {
        type: "StartSession",
        data: {
          sessionId,
          ip: seal(key, stream, "account.session_ip", caller.ip),
          userAgent: seal(key, stream, "account.session_user_agent", caller.userAgent),
          at: act.at,
        },
      },
    ],
    context: { ...stepOf(act, "session"), actor: String(userId), sessionId: String(sessionId) },
  });
  return isRejection(noted) ? noted : session;
}

async function answerSession(
  deps: ApiDeps,
  status: 200 | 201,
  session: OpenSession | Rejection,
  known?: Profile,
): Promise<{ status: number; body: Session } | Rejection> {
  if (isRejection(session)) return session;
  const body = await sessionReply(deps, session, known);
  if (!body) return reject("unavailable", "Your account is being brought up to date. Please try again.");
  return { status, body };
}

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
  const name = `${form.first_name}’s Journal`;
  const firstJournal = (state: typeof opened.state) => state.journals.keys().next().value;
  const journalId = firstJournal(opened.state) ?? act.ids[1];
  let journal = await makeJournal(deps, userId, journalId, name, context);
  if (isRejection(journal) && journal.code === "pro_required") {
    // The same form, sent twice at once: the other one reserved the journal in between, so this one finishes that.
    const { state } = await deps.commands.load(accountDecider, stream);
    journal = await makeJournal(deps, userId, firstJournal(state) ?? journalId, name, context);
  }
  if (isRejection(journal)) return journal;
  await projected(deps, ["account"], opened.position);
  return null;
}

/** The calls of a person's account and session. */
export function mountAccounts(mount: Mount, deps: ApiDeps): void {
  mount("login", async ({ body, act, caller }) => {
    const found = await deps.credentials.findByEmailHash(emailHash(deps, body.email));
    const right = await deps.passwords.verify(found?.passwordHash ?? null, body.password);
    if (!found || !right) return wrongCredentials();
    return answerSession(deps, 200, await startSession(deps, found.userId, act, caller));
  });

  mount("verifyNew", async ({ body }) => {
    const hash = emailHash(deps, body.email);
    if (await deps.credentials.findByEmailHash(hash)) return emailTaken();
    await deps.credentials.rememberVerified(hash, sessionTimes.verifiedFor);
    return { status: 200, body: { verified: true as const } };
  });

  mount("freeSignup", async ({ body, act, caller }) => {
    const userId = await claimEmail(deps, body, act.ids[0]);
    if (isRejection(userId)) return userId;
    const refused = await openAccount(deps, body, userId, act);
    if (refused) return refused;
    const session = await startSession(deps, userId, { ...act, actor: String(userId) }, caller);
    return answerSession(deps, 201, session, {
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
    });
  });

  mount("refreshToken", async ({ actor, act }) => {
    const session = await deps.sessions.refresh(actor.token);
    if (!session) return reject("unauthenticated", "Your session has ended. Please log in.");
    if (session.sessionId !== actor.sessionId) {
      await deps.commands.execute({
        decider: accountDecider,
        stream: streamOf.account(actor.userId),
        commands: [
          {
            type: "RefreshSession",
            data: { sessionId: session.sessionId, replaces: actor.sessionId, at: act.at },
          },
        ],
        context: act,
      });
    }
    return answerSession(deps, 200, session);
  });

  mount("logout", async ({ actor, act }) => {
    await deps.sessions.revoke(actor.token);
    await deps.commands.execute({
      decider: accountDecider,
      stream: streamOf.account(actor.userId),
      commands: [{ type: "EndSession", data: { sessionId: actor.sessionId, reason: "logout", at: act.at } }],
      context: act,
    });
    return { status: 204 };
  });
}
