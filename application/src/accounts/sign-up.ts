import { accountDecider } from "@daybook/domain/account/decider";
import { sessionTimes } from "@daybook/domain/contract/bounds";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { firstJournalName } from "@daybook/domain/journal/first-journal-name";
import { seal } from "@daybook/platform/vault/seal";
import { checkBot } from "../access/bot-check.ts";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { storeNewJournal } from "../journals/create-journal.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, loadAccount } from "./change-account.ts";
import { hashEmail } from "./hash-email.ts";
import { logIn } from "./log-in.ts";
import { startSession } from "./start-session.ts";
import { refuseCommonPassword } from "./own-password.ts";
import { type SessionView, viewSession } from "./session-view.ts";
import { emailTaken } from "./refusals.ts";

/** The fields of the sign-up form. */
export type SignUpForm = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly receiveMarketingEmails: boolean;
  /** An IANA name; UTC when it is missing. */
  readonly timezone?: string | undefined;
  /** How the person's browser writes dates; without it, the default format. */
  readonly dateFormat?: DateFormat | undefined;
  /** True for a person in a browser, who gets the onboarding; false for a program. */
  readonly isBrowser: boolean;
};

/** How long an interrupted sign-up can be completed with the same e-mail address and password. */
const resumableForMs = 10 * 60_000;

/**
 * Claims an address for a sign-up and returns the account id: a new one, or that of a sign-up a few minutes ago with the same
 * address and password. That earlier sign-up may have been interrupted, so the caller repeats its steps. When an older sign-up claimed
 * the address but created no account, its claim is removed.
 */
async function claimEmail(
  app: Application,
  form: SignUpForm,
  { ids: [userId], repeated }: Command,
): Promise<number | Rejection> {
  const emailHash = hashEmail(app, form.email);
  const passwordHash = await app.passwords.hash(form.password);
  const isClaimed = await app.credentials.create({ userId, emailHash, passwordHash });
  // The first run may have claimed the address with another password, so a repeat is checked below.
  if (isClaimed && !repeated) return userId;
  const existingAccount = await app.credentials.findByEmailHash(emailHash);
  if (!existingAccount) return emailTaken();
  const isRecent = app.clock.now() - Date.parse(existingAccount.createdAt) < resumableForMs;
  if (!isRecent && (await loadAccount(app, existingAccount.userId)).status === "none") {
    // That sign-up was interrupted before it created the account. Nobody can log in, or complete the sign-up, so free the address.
    await app.credentials.remove(existingAccount.userId);
    return (await app.credentials.create({ userId, emailHash, passwordHash })) ? userId : emailTaken();
  }
  const canResume = isClaimed || isRecent;
  return canResume && (await app.passwords.verify(existingAccount.passwordHash, form.password))
    ? existingAccount.userId
    : emailTaken();
}

/** Creates the first journal, unless an earlier run created it. */
async function createFirstJournal(
  app: Application,
  userId: number,
  firstName: string,
  command: Command,
): Promise<Rejection | null> {
  const name = firstJournalName(firstName);
  const findReservedJournalId = async () => (await loadAccount(app, userId)).journals.keys().next().value;
  const journalId = (await findReservedJournalId()) ?? command.ids[1];
  let journal = await storeNewJournal(app, userId, journalId, name, command);
  if (isRejection(journal) && journal.code === "pro_required") {
    // A concurrent duplicate of the request has reserved the only journal of a free account, so create that journal.
    journal = await storeNewJournal(app, userId, (await findReservedJournalId()) ?? journalId, name, command);
  }
  return isRejection(journal) ? journal : null;
}

/**
 * Creates the account and its first journal, starts the onboarding for a person in a browser, and sends the welcome mail. Earlier
 * runs may have done some of the steps.
 */
async function openAccount(
  app: Application,
  form: SignUpForm,
  userId: number,
  command: Command,
): Promise<Rejection | null> {
  const stream = streamOf.account(userId);
  const key = await app.vault.create(stream, null);
  const accountChange = await app.commands.execute({
    decider: accountDecider,
    stream,
    commands: [
      {
        type: "OpenAccount",
        data: {
          accountId: userId,
          email: seal(key, stream, "account.email", form.email),
          firstName: seal(key, stream, "account.first_name", form.firstName),
          lastName: seal(key, stream, "account.last_name", form.lastName),
          receiveMarketingEmails: form.receiveMarketingEmails,
          timezone: form.timezone ?? "UTC",
          at: command.at,
        },
      },
      {
        type: "ChangeSettings",
        data: { changes: form.dateFormat ? { dateFormat: form.dateFormat } : {}, at: command.at },
      },
    ],
    context: command,
  });
  if (isRejection(accountChange)) return accountChange;
  const refusal = await createFirstJournal(app, userId, form.firstName, command);
  if (refusal) return refusal;
  if (form.isBrowser) {
    const onboardingChange = await changeAccount(app, userId, command, "onboarding", {
      type: "MoveOnboarding",
      isFirstStep: true,
      data: { step: app.onboarding === "welcome" ? "welcome" : "onboarding/write", at: command.at },
    });
    if (isRejection(onboardingChange)) return onboardingChange;
  }
  const mail = {
    id: app.newId(),
    userId,
    template: "welcome" as const,
    params: {},
    dedupeKey: `welcome ${userId}`,
  };
  await app.mail(mail, command);
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

/**
 * Checks the first page of the form: the address is free, the password is not a common one, the bot check passes. For some
 * time afterwards, {@link signUp} accepts the address. The checks are limited for each IP address.
 */
export async function verifySignUp(
  app: Application,
  { caller }: Context<null>,
  form: Pick<SignUpForm, "email" | "password"> & { readonly turnstile?: string | undefined },
): Promise<Refusal | null> {
  const refusal =
    (await limitTries(app, limits.signUpFromIp, caller.ip)) ??
    refuseCommonPassword(form.password, "password") ??
    (await checkBot(app, form.turnstile, caller.ip));
  if (refusal) return refusal;
  const emailHash = hashEmail(app, form.email);
  const credential = await app.credentials.findByEmailHash(emailHash);
  // Credentials without an account are left over from an interrupted sign-up, which signUp completes or replaces.
  const isTaken = credential && (await loadAccount(app, credential.userId)).status !== "none";
  if (isTaken) return emailTaken();
  await app.credentials.rememberBotCheck(emailHash, sessionTimes.verifiedFor);
  return null;
}

/** A new account, and the command that created it, now with the account as its actor. */
export type CreatedAccount = { readonly userId: number; readonly command: Command };

/**
 * Creates an account with its first journal, and sends the welcome mail. The caller has checked that the visitor is not a
 * robot.
 */
export async function createAccount(
  app: Application,
  { command: visitorCommand }: Context<null>,
  form: SignUpForm,
): Promise<CreatedAccount | Refusal> {
  const refusal = refuseCommonPassword(form.password, "password");
  if (refusal) return refusal;
  const userId = await claimEmail(app, form, visitorCommand);
  if (isRejection(userId)) return userId;
  const command = { ...visitorCommand, actor: String(userId) };
  const openingRefusal = await openAccount(app, form, userId, command);
  return openingRefusal ?? { userId, command };
}

/** Creates an account with its first journal, and opens a session. A repeat of a completed sign-up only logs in. */
export async function signUp(
  app: Application,
  context: Context<null>,
  form: SignUpForm,
): Promise<SessionView | Refusal> {
  // The account may have been deleted since, so it must not be created again.
  if (context.command.completed) return logIn(app, context, form);
  if (app.botCheck.siteKey && !(await app.credentials.hasPassedBotCheck(hashEmail(app, form.email)))) {
    return reject("bot_check", "Please show that you are not a robot, and try again.");
  }
  const createdAccount = await createAccount(app, context, form);
  if (isRejection(createdAccount)) return createdAccount;
  const { userId, command } = createdAccount;
  const session = await startSession(app, { ...context, command }, userId, { via: "signup" });
  const { firstName, lastName, email } = form;
  return viewSession(app, session, { firstName, lastName, email, pendingEmail: null, createdAt: command.at });
}
