import type { Api, ApiResult } from "../api-client.ts";

const tagParams = (tagId: number) => ({ tagId: String(tagId) });

/** The tags of this account; with `entryId`, those of one entry. */
export function listTags(
  api: Api,
  { entryId, signal }: { entryId?: number; signal?: AbortSignal } = {},
): Promise<ApiResult<"listTags">> {
  const input = entryId === undefined ? {} : { query: { entry_id: String(entryId) } };
  return api.call("listTags", input, signal ? { signal } : {});
}

/** Adds a tag to entries by its name; creates the tag when there is none of that name. */
export function addTagByName(
  api: Api,
  name: string,
  entryIds: readonly number[],
): Promise<ApiResult<"createTag">> {
  return api.call("createTag", { body: { name, entries_added_to: [...entryIds] } });
}

/** Adds an existing tag to entries. */
export function addTag(api: Api, tagId: number, entryIds: readonly number[]) {
  const body = { updated: { entries_added_to: [...entryIds] } };
  return api.call("updateTag", { params: tagParams(tagId), body });
}

/** Removes a tag from entries. */
export function removeTag(api: Api, tagId: number, entryIds: readonly number[]) {
  const body = { updated: { entries_removed_from: [...entryIds] } };
  return api.call("updateTag", { params: tagParams(tagId), body });
}

/** Renames a tag, or merges it into another tag that already has this name. */
export function renameTag(api: Api, tagId: number, name: string): Promise<ApiResult<"updateTag">> {
  return api.call("updateTag", { params: tagParams(tagId), body: { name } });
}

/** Deletes a tag; its entries stay. */
export function deleteTag(api: Api, tagId: number): Promise<ApiResult<"deleteTag">> {
  return api.call("deleteTag", { params: tagParams(tagId) });
}
