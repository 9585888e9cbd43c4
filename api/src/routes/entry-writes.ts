import type { Application } from "@daybook/application/application";
import { createEntry } from "@daybook/application/entries/create-entry";
import { restoreVersion } from "@daybook/application/entries/restore-version";
import type { EntryEdit } from "@daybook/application/entries/revise-entry";
import { updateEntry } from "@daybook/application/entries/update-entry";
import { InstantInput } from "@daybook/domain/contract/values";
import type { EditBase } from "@daybook/domain/entry/entry";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Call } from "../context.ts";
import type { Mount } from "../http/mount.ts";
import { presentEditRefusal, presentEntry } from "../presenters/entry.ts";
import { readLockChange } from "./locks/read-lock-change.ts";

type EditBody = Call<"updateEntry">["body"];

const dateOf = (body: EditBody | Call<"createEntry">["body"]) => ({
  created: body.created_at ?? body.created,
  localDate: body.local_date,
  timezone: body.timezone,
});

/** The revision or time that an edit is based on. A revision may be sent as text. */
function baseOf(modified: EditBody["modified"]): EditBase {
  if (typeof modified !== "string") return modified ?? undefined;
  if (/^\d{1,9}$/.test(modified)) return Number(modified);
  return InstantInput.safeParse(modified).data ?? modified;
}

function readEdit(body: EditBody): EntryEdit {
  const date = dateOf(body);
  return {
    title: body.title,
    html: body.richtext_body,
    base: baseOf(body.modified),
    date: Object.values(date).some((part) => part !== undefined) ? date : undefined,
    starred: body.starred,
    padThemeId: body.pad_theme_id,
    pageThemeId: body.page_theme_id,
    promptId: body.prompt_id,
    // Status 1 is active: it takes the entry out of the trash.
    restore: body.status_id === 1,
    journalId: body.journal_id,
    // With `lock` or `unlock`, `plain_password` is the password of the entry's lock, not of the journal's lock.
    journalPassword: body.lock || body.unlock ? undefined : body.plain_password,
  };
}

/** The calls that write entries. */
export function mountEntryWrites(mount: Mount, app: Application): void {
  mount("createEntry", async ({ params, body, origin, ...context }) => {
    const entry = await createEntry(app, context, {
      ...dateOf(body),
      journalId: params.journalId,
      title: body.title,
      html: body.richtext_body,
      promptId: body.prompt_id ?? null,
    });
    return isRejection(entry) ? entry : { status: 201, body: { entry: presentEntry(entry, origin) } };
  });

  mount("updateEntry", async ({ params, body, origin, ...context }) => {
    const update = { edit: readEdit(body), lockChange: readLockChange(body), formEntryId: body.entry_id };
    const result = await updateEntry(app, context, params, update);
    if (isRejection(result)) return presentEditRefusal(result, origin);
    if (!result.changed) return { status: 204 };
    return { status: 200, body: { entry: presentEntry(result.entry, origin) } };
  });

  mount("restoreVersion", async ({ params, query, origin, ...context }) => {
    const { version_id: versionId, replace } = query;
    const entry = await restoreVersion(app, context, { ...params, versionId, replace });
    return isRejection(entry) ? entry : { status: 200, body: { entry: presentEntry(entry, origin) } };
  });
}
