import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { completeRepeatable } from "./completed-commands.ts";
import { refusal, useLockableDiaries } from "./lockable-diary.ts";

const { setup, lockDiary } = useLockableDiaries();

describe("a repeated command about a tag", () => {
  const entryIds = () => [Number(setup.diary.entryId)];
  const listTags = async () =>
    ok(await setup.diary.firstSession.call("listTags")).tags.map(({ tag }) => [tag.name, tag.total_entries]);

  it("returns the renamed tag, then the tag that it was merged into, and is refused with 404 once that one is deleted", async () => {
    const { firstSession } = setup.diary;
    const body = { name: "sea", entries_added_to: entryIds() };
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      firstSession.call("createTag", { body, key }),
    );
    const { tag } = ok(await repeat());
    const params = { tagId: String(tag.id) };
    ok(
      await firstSession.call("updateTag", {
        params,
        body: { name: "ocean", entries_removed_from: entryIds() },
      }),
    );
    expect(ok(await repeat()).tag).toEqual({ id: tag.id, name: "ocean", total_entries: 0 });
    const otherTag = ok(await firstSession.call("createTag", { body: { name: "water" } })).tag;
    ok(await firstSession.call("updateTag", { params, body: { name: "water" } }));
    expect(ok(await repeat()).tag.id).toBe(otherTag.id);
    ok(await firstSession.call("deleteTag", { params: { tagId: String(otherTag.id) } }));
    expect(refusal(await repeat())).toEqual([404, "not_found"]);
    expect(await listTags()).toEqual([]);
  });

  it("returns the existing tag, and makes no new one after its deletion", async () => {
    const { firstSession } = setup.diary;
    const { tag } = ok(await firstSession.call("createTag", { body: { name: "sea" } }));
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      firstSession.call("createTag", { body: { name: "SEA" }, key }),
    );
    expect(ok(await repeat()).tag).toEqual(tag);
    ok(await firstSession.call("deleteTag", { params: { tagId: String(tag.id) } }));
    expect(refusal(await repeat())).toEqual([404, "not_found"]);
    expect(await listTags()).toEqual([]);
  });

  it("does not add the tag to entries again or restore an old name", async () => {
    const { firstSession } = setup.diary;
    const { tag } = ok(await firstSession.call("createTag", { body: { name: "sea" } }));
    const params = { tagId: String(tag.id) };
    const body = { name: "ocean", entries_added_to: entryIds() };
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      firstSession.call("updateTag", { params, body, key }),
    );
    ok(
      await firstSession.call("updateTag", {
        params,
        body: { name: "sea", entries_removed_from: entryIds() },
      }),
    );
    expect(ok(await repeat()).tag).toEqual(tag);
    expect(await listTags()).toEqual([["sea", 0]]);
  });

  it("does not count entries behind a newer lock", async () => {
    const { firstSession } = setup.diary;
    const body = { name: "sea", entries_added_to: entryIds() };
    const repeat = await completeRepeatable(setup.daybook, (key) =>
      firstSession.call("createTag", { body, key }),
    );
    await lockDiary(lockTypes.password);
    expect(ok(await repeat()).tag.total_entries).toBe(0);
  });

  it("does not delete a newer tag of the same name", async () => {
    const { firstSession } = setup.diary;
    const { tag } = ok(await firstSession.call("createTag", { body: { name: "sea" } }));
    const erase = (key: string) => firstSession.call("deleteTag", { params: { tagId: String(tag.id) }, key });
    const repeat = await completeRepeatable(setup.daybook, erase);
    ok(await firstSession.call("createTag", { body: { name: "sea" } }));
    expect((await repeat()).status).toBe(204);
    expect(await listTags()).toEqual([["sea", 0]]);
  });
});
