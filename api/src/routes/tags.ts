import type { Application } from "@daybook/application/application";
import { addTag } from "@daybook/application/tags/add-tag";
import { changeTag, type TagEdit } from "@daybook/application/tags/change-tag";
import { eraseTag } from "@daybook/application/tags/erase-tag";
import { listTags, readTag } from "@daybook/application/tags/read-tags";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Call } from "../context.ts";
import type { Mount } from "../http/mount.ts";
import { presentTag } from "../presenters/tag.ts";

/** The lists of entries may be inside `updated` or next to it. */
function readEdit({
  name,
  updated,
  entries_added_to,
  entries_removed_from,
}: Call<"updateTag">["body"]): TagEdit {
  const nestedFields = typeof updated === "object" ? updated : {};
  return {
    name,
    addTo: [...(nestedFields.entries_added_to ?? []), ...(entries_added_to ?? [])],
    removeFrom: [...(nestedFields.entries_removed_from ?? []), ...(entries_removed_from ?? [])],
  };
}

/** The calls of tags. */
export function mountTags(mount: Mount, app: Application): void {
  mount("listTags", async ({ query, ...context }) => {
    const tags = await listTags(app, context, { entryId: query.entry_id, journalId: query.journal_id });
    if (isRejection(tags)) return tags;
    return { status: 200, body: { tags: tags.map((tag) => ({ tag: presentTag(tag) })) } };
  });

  mount("getTag", async ({ params, ...context }) => {
    const tag = await readTag(app, context, params.tagId);
    return isRejection(tag) ? tag : { status: 200, body: { tag: presentTag(tag) } };
  });

  mount("createTag", async ({ body, ...context }) => {
    const { name, created: createdAt, entries_added_to: entryIds } = body;
    const tag = await addTag(app, context, { name, createdAt, entryIds });
    return isRejection(tag) ? tag : { status: 201, body: { tag: presentTag(tag) } };
  });

  mount("updateTag", async ({ params, body, ...context }) => {
    const tag = await changeTag(app, context, { tagId: params.tagId, edit: readEdit(body) });
    return isRejection(tag) ? tag : { status: 200, body: { tag: presentTag(tag) } };
  });

  mount("deleteTag", async ({ params, ...context }) => {
    return (await eraseTag(app, context, params.tagId)) ?? { status: 204 };
  });
}
