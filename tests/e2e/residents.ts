import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { remoteDaybook, type RemoteAnswer, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { CallName } from "@daybook/domain/contract/paths";
import { logIn, newPerson, type Person, type Product } from "../fixtures.ts";

const run = promisify(execFile);

/** The body of an answer that must be a success. */
export function must<N extends CallName>(answer: RemoteAnswer<N>) {
  if (answer.ok) return answer.body;
  throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
}

/** Does to an account or a journal what an operator does, beside the running product. */
async function operate({ data }: Product, ...words: string[]): Promise<void> {
  await run(process.execPath, ["dist/server/account.mjs", ...words], {
    env: { ...process.env, DAYBOOK_DATA: data, LOG_LEVEL: "error" },
  });
}

/** Gives somebody PRO. */
export const grantPro = (product: Product, { email }: Person): Promise<void> =>
  operate(product, "grant", "--email", email, "--level", "pro", "--years", "1");

/** Makes a journal part of a class. */
export const setClassroomRole = (
  product: Product,
  journalId: string,
  role: "master" | "slave",
): Promise<void> => operate(product, "classroom", "--journal", journalId, "--role", role);

/** Hands an entry over to be read and not changed. */
export const makeReadOnly = (product: Product, entryId: string): Promise<void> =>
  operate(product, "read-only", "--entry", entryId, "--set", "on");

/** Somebody with an account, and the journal that it began with. */
export type Resident = { person: Person; remote: RemoteDaybook; journalId: string };

/** Makes an account through the API, past its first steps, and logs it in on the page; ends on the shelf. */
export async function moveIn(
  page: Page,
  product: Product,
  level: "free" | "pro" = "free",
): Promise<Resident> {
  const person = newPerson();
  const remote = remoteDaybook(product.url);
  await remote.enter(person);
  await remote.call("setOnboarding", { body: { step: null } });
  if (level === "pro") await grantPro(product, person);
  const { journals } = must(await remote.call("listJournals"));
  const journalId = String(journals[0]?.journal.id);
  await page.goto("/app/login");
  await logIn(page, person);
  await page.waitForURL("**/journals");
  return { person, remote, journalId };
}

/** Writes an entry through the API; answers with its id. */
export async function writeEntry(
  { remote, journalId }: Resident,
  title: string,
  text: string,
  more: { local_date?: string } = {},
): Promise<string> {
  const body = { title, richtext_body: `<p>${text}</p>`, ...more };
  return String(must(await remote.call("createEntry", { params: { journalId }, body })).entry.id);
}

/** Starts another journal through the API; answers with its id. */
export async function startJournal({ remote }: Resident, name: string): Promise<string> {
  return String(must(await remote.call("createJournal", { body: { name } })).journal.id);
}

/** The password of the locks in these tests, and what reminds of it. */
export const lockPassword = "by water to Deptford";
const hint = "how I went to the yard";

/** What a call puts a password lock on a journal or an entry with. */
export const lockForm = {
  lock: true,
  lock_type: 2 as const,
  plain_password: lockPassword,
  retype_password: lockPassword,
  password_hint: hint,
};

/** Fills the form of a new lock that is open on the page. */
export async function fillLock(page: Page, password = lockPassword): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New password", { exact: true }).fill(password);
  await dialog.getByLabel("Password again", { exact: true }).fill(password);
  await dialog.getByLabel("Hint").fill(hint);
}

/** Locks a journal through the API, with a password. */
export async function lockJournal({ remote, journalId }: Resident, remember = false): Promise<void> {
  const body = { ...lockForm, remember_password: remember };
  must(await remote.call("updateJournal", { params: { journalId }, body }));
}
