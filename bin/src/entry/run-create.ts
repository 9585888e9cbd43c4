import { randomUUID } from "node:crypto";
import { logOut } from "@daybook/application/accounts/end-session";
import { logIn } from "@daybook/application/accounts/log-in";
import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { createEntry } from "@daybook/application/entries/create-entry";
import { listJournals } from "@daybook/application/journals/list-journals";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { noLockAccess } from "@daybook/platform/vault/lock-access";

/** The author's login, and the new entry. The text is plain; each line becomes a paragraph. */
export type CreateOptions = {
  readonly email: string;
  readonly password: string;
  readonly title: string;
  readonly text: string;
};

/** A context of one command from the terminal. */
function newContext<Actor extends Context["actor"] | null>(app: Application, actor: Actor): Context<Actor> {
  const now = app.clock.now();
  const commandId = randomUUID();
  const ids = [app.newId(), app.newId()] as const;
  const sender = { actor: actor && String(actor.userId), sessionId: actor && String(actor.sessionId) };
  const command = { commandId, ids, now, at: new Date(now).toISOString(), repeated: false, ...sender };
  return {
    actor,
    // "web", because the person acts as in the browser, with their own password.
    command: { ...command, requestId: commandId, source: "web" },
    caller: { ip: "127.0.0.1", userAgent: "daybook entry" },
  };
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Creates an entry in the person's first journal, with the use cases of the API. Returns the exit code. */
export async function runCreate(
  app: Application,
  { email, password, title, text }: CreateOptions,
  printLine: (line: string) => void,
): Promise<number> {
  const loginResult = await logIn(app, newContext(app, null), { email, password });
  if (isRejection(loginResult)) return fail(loginResult.message);
  const { userId, sessionId, sessionFamilyId, token } = loginResult.session;
  const actor = { userId, sessionId, sessionFamilyId, token, lockAccess: noLockAccess() };
  try {
    const [journal] = await listJournals(app, newContext(app, actor), { view: "active" });
    if (!journal) return fail("There is no journal to write in.");
    const html = text
      .split("\n")
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join("");
    const entry = await createEntry(app, newContext(app, actor), {
      journalId: journal.id,
      title,
      html,
      promptId: null,
    });
    if (isRejection(entry)) return fail(entry.message);
    printLine(`Saved as entry ${entry.metadata.id} of "${journal.name}".`);
    return 0;
  } finally {
    await logOut(app, newContext(app, actor));
  }

  function fail(sentence: string): number {
    printLine(sentence);
    return 1;
  }
}
