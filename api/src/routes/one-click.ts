import type { Router } from "@koa/router";
import type { Application } from "@daybook/application/application";
import type { Command, Refusal } from "@daybook/application/context";
import { disableLookingGlass } from "@daybook/application/looking-glass/opt-out";
import { stopReminder } from "@daybook/application/reminders/manage-reminders";
import { IdText } from "@daybook/domain/kernel/ids";
import type { Context } from "koa";
import { errorReply, refuse } from "../http/api-error.ts";
import type { Idempotency } from "../http/idempotency.ts";
import { readChunks } from "../http/read-chunks.ts";
import { noBody } from "../http/read-body.ts";

/** The limit for a body. Such small bodies are not counted in the budget for the memory of all bodies, see `body-budget.ts`. */
const maxBytes = 2_000;
const tooLargeMessage = "This is larger than the form of a one-click request.";

/** The field that RFC 8058 defines, as URL-encoded or multipart form data. A part may have more headers, such as `Content-Type`. */
const oneClickField = /List-Unsubscribe(=|"(\r?\n[^\r\n]+)*\s+)One-Click/;

async function isOneClick(ctx: Context): Promise<boolean> {
  const chunks: Buffer[] = [];
  const uncountedShare = { add: () => {}, release: () => {} };
  await readChunks(ctx.req, { limit: maxBytes, tooLargeMessage, share: uncountedShare }, (chunk) =>
    chunks.push(chunk),
  );
  return oneClickField.test(Buffer.concat(chunks).toString());
}

/** The action of one click in a mail program. The path contains the slug of the account, which is the credential. */
export type OneClickAction = (
  params: Readonly<Record<string, string>>,
  context: { readonly command: Command },
) => Promise<Refusal | null>;

/**
 * Mounts the POST of an address that mails name as `List-Unsubscribe` (RFC 8058): mail programs send it without a session, a
 * signature or a token. A GET of the same address shows the page to unsubscribe, and changes nothing.
 */
export function mountOneClick(
  { router, idempotency }: { readonly router: Router; readonly idempotency: Idempotency },
  path: string,
  run: OneClickAction,
): void {
  router.post(path, async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    if (!(await isOneClick(ctx))) refuse("malformed", "Send List-Unsubscribe=One-Click to unsubscribe.");
    // Without an actor, the ledger does not record this command. A repeat changes nothing more, so it may run again.
    const { command } = await idempotency.start(ctx, null, noBody);
    const refusal = await run(ctx.params, { command });
    if (!refusal) {
      ctx.status = 200;
      ctx.body = "";
      return;
    }
    const reply = errorReply(refusal);
    ctx.set(reply.headers);
    ctx.status = reply.status;
    ctx.body = reply.body;
  });
}

/** The one-click addresses of reminders and look-backs. */
export function mountOneClicks(
  deps: { readonly router: Router; readonly idempotency: Idempotency },
  app: Application,
): void {
  mountOneClick(deps, "/app/disable-reminder/:reminderId/:userSlug", async (params, context) => {
    const reminderId = IdText.safeParse(params["reminderId"]);
    if (!reminderId.success) refuse("invalid_id", "This is not an id.");
    return stopReminder(app, context, { userSlug: params["userSlug"] ?? "", reminderId: reminderId.data });
  });
  mountOneClick(deps, "/app/disable-lookingglass/:userSlug", (params, context) =>
    disableLookingGlass(app, context, params["userSlug"] ?? ""),
  );
}
