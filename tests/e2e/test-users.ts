import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { Page } from "@playwright/test";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { product as productNames } from "@daybook/domain/contract/bounds";
import type { Session } from "@daybook/domain/contract/sessions";
import { withoutConfiguration } from "@daybook/platform/without-configuration";
import { ok } from "../answers.ts";
import { expect, newPerson, padOf, type Person, type Product } from "../fixtures.ts";

const run = promisify(execFile);

/** Runs an operator's program on the data of a running Daybook. */
async function runOperatorProgram(
  name: "account" | "promo",
  { data }: Product,
  ...args: string[]
): Promise<void> {
  await run(process.execPath, [`dist/server/${name}.mjs`, ...args], {
    env: { ...withoutConfiguration(process.env), DAYBOOK_DATA: data, LOG_LEVEL: "error" },
  });
}

const runAccountProgram = (product: Product, ...args: string[]): Promise<void> =>
  runOperatorProgram("account", product, ...args);

/** Creates a promo code for yearly plans that is valid for a week. */
export const createPromoCode = (product: Product, code: string, percent: number): Promise<void> => {
  const ends = new Date(Date.now() + 7 * 86_400_000).toISOString();
  return runOperatorProgram(
    "promo",
    product,
    "create",
    "--code",
    code,
    "--percent",
    `${percent}`,
    "--ends",
    ends,
  );
};

/** What a browser sends to buy a year of PRO in the test mode. */
const yearOfPro = {
  existing: 1,
  client: productNames.client,
  payment_method_nonce: "fake-valid-visa-nonce",
  subscription: 1,
  membership_package_name: "standard",
} as const;

/** Gives a person PRO for a year. Sessions that are open already do not change. */
export const grantPro = (product: Product, { email }: Person): Promise<void> =>
  runAccountProgram(product, "grant", "--email", email, "--level", "pro", "--years", "1");

/** Makes an entry read-only for its owner. */
export const makeReadOnly = (product: Product, entryId: string): Promise<void> =>
  runAccountProgram(product, "read-only", "--entry", entryId, "--set", "on");

/** A person with an account, its session, and its first journal. */
export type TestUser = { person: Person; remote: RemoteDaybook; session: Session; journalId: string };

type AccountOptions = { pro?: boolean; timezone?: string; withOnboarding?: boolean };

/**
 * Creates an account through the API.
 *
 * @param options.timezone the time zone of the account, by default that of the test browsers
 * @param options.withOnboarding whether the account starts with the onboarding, as it does after a sign-up on screen
 */
export async function createUser(
  product: Product,
  { pro = false, timezone = "Europe/London", withOnboarding = false }: AccountOptions = {},
): Promise<TestUser> {
  const person = newPerson();
  const remote = remoteDaybook(product.url);
  const account = {
    first_name: person.firstName,
    email: person.email,
    password: person.password,
    retype_password: person.password,
    timezone,
    // Only a sign-up that names Daybook's own client starts the onboarding.
    client: withOnboarding ? productNames.client : "test setup",
  };
  let session = remote.setSession(ok(await remote.call("freeSignup", { body: account })));
  if (pro) session = remote.setSession(ok(await remote.call("goProLoggedIn", { body: yearOfPro })));
  const { journals } = ok(await remote.call("listJournals"));
  const journalId = String(journals[0]?.journal.id);
  return { person, remote, session, journalId };
}

/**
 * Logs in the browser of a page, and opens no page. Today most of the session is in the storage of the origin, which only a page
 * can write. So this sets the cookie of earlier versions, which has the whole session; the client still accepts it.
 */
export async function useSession(page: Page, { url }: Product, session: Session): Promise<void> {
  const value = Buffer.from(JSON.stringify(session)).toString("base64url");
  await page.context().addCookies([{ name: "daybook_session", value, url, sameSite: "Strict" }]);
}

/** Creates an account through the API and logs in the browser of a page. Opens no page. */
export async function logInNewUser(
  page: Page,
  product: Product,
  account: AccountOptions = {},
): Promise<TestUser> {
  const user = await createUser(product, account);
  await useSession(page, product, user.session);
  return user;
}

/** Writes an entry through the API; returns its id. The text may contain HTML. */
export async function writeEntry(
  { remote, journalId }: TestUser,
  title: string,
  text: string,
  options: { local_date?: string } = {},
): Promise<string> {
  const body = { title, richtext_body: `<p>${text}</p>`, ...options };
  return String(ok(await remote.call("createEntry", { params: { journalId }, body })).entry.id);
}

/** Writes an entry through the API and opens it on the page; returns its URL. */
export async function openEntry(page: Page, user: TestUser, title: string, text: string): Promise<string> {
  const id = await writeEntry(user, title, text);
  await page.goto(`/journals/${user.journalId}/${id}`);
  await expect(padOf(page).text).toHaveText(text);
  return page.url();
}

/** Creates another journal through the API; returns its id. */
export async function createJournal({ remote }: TestUser, name: string): Promise<string> {
  return String(ok(await remote.call("createJournal", { body: { name } })).journal.id);
}

/** The password of the locks in these tests. */
export const lockPassword = "by water to Deptford";
const hint = "how I went to the yard";

/** The body of a call that puts a password lock on a journal or an entry. */
export const lockForm = {
  lock: true,
  lock_type: lockTypes.password,
  plain_password: lockPassword,
  retype_password: lockPassword,
  password_hint: hint,
};

/** Unlocks a journal on its unlock page. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
}

/** Fills in the form for a new lock, in the dialog that is open on the page. */
export async function fillLock(page: Page, password = lockPassword): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New password", { exact: true }).fill(password);
  await dialog.getByLabel("Confirm password", { exact: true }).fill(password);
  await dialog.getByLabel("Hint").fill(hint);
}

/** Locks a journal through the API, with a password. With `remembersPassword`, it can be locked again without typing the password. */
export async function lockJournal(
  { remote, journalId }: TestUser,
  { remembersPassword = false } = {},
): Promise<void> {
  const body = { ...lockForm, remember_password: remembersPassword };
  ok(await remote.call("updateJournal", { params: { journalId }, body }));
}
