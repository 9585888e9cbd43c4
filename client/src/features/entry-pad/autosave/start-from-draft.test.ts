import { describe, expect, test } from "vitest";
import type { Draft } from "./autosave-state.ts";
import { startFromDraft } from "./start-from-draft.ts";
import type { SavedEntry, Writing } from "./writing.ts";

const writingOf = (body: string): Writing => ({
  title: "Lord's day",
  body,
  localDate: "1660-01-01",
  timezone: "Europe/London",
  createdAt: "1660-01-01T08:00:00.000Z",
  starred: false,
});
const draft: Draft = {
  localId: "pad-1",
  journalId: 3,
  entryId: 7,
  baseRevision: 2,
  writing: writingOf("<p>mine</p>"),
  attempt: null,
  changedAt: "2026-11-20T10:42:00.000Z",
};
const current = (body: string, revision: number): SavedEntry => ({
  id: 7,
  revision,
  writing: writingOf(body),
});

describe("drafts on the device", () => {
  test("a draft equal to the server's entry has nothing unsaved", () => {
    expect(startFromDraft(draft, current("<p>mine</p>", 3))).toBeNull();
  });

  test("a draft based on the server's revision continues, with its unanswered attempt", () => {
    const attempt = { key: "k", writing: writingOf("<p>sent</p>") };
    const serverEntry = current("<p>before</p>", 2);
    expect(startFromDraft({ ...draft, attempt }, serverEntry)).toEqual({
      saved: serverEntry,
      writing: draft.writing,
      attempt,
      theirs: null,
    });
  });

  test("a draft whose unanswered attempt reached the server continues from the saved text", () => {
    const attempt = { key: "k", writing: writingOf("<p>sent</p>") };
    const serverEntry = current("<p>sent</p>", 3);
    expect(startFromDraft({ ...draft, attempt }, serverEntry)).toEqual({
      saved: serverEntry,
      writing: draft.writing,
      attempt: null,
      theirs: null,
    });
  });

  test("a draft whose title ends with a space, which the server trims, has nothing unsaved", () => {
    const writingWithSpace = { ...draft.writing, title: "Lord's day " };
    expect(startFromDraft({ ...draft, writing: writingWithSpace }, current("<p>mine</p>", 3))).toBeNull();
  });

  test("a draft based on an older text is a conflict, and keeps the older revision as its base", () => {
    const serverEntry = current("<p>theirs</p>", 5);
    expect(startFromDraft(draft, serverEntry)).toEqual({
      saved: { ...serverEntry, revision: 2 },
      writing: draft.writing,
      attempt: null,
      theirs: serverEntry,
    });
  });

  test("a draft that differs only in star and date is no conflict", () => {
    const serverEntry = current("<p>mine</p>", 5);
    const writing = { ...draft.writing, starred: true, localDate: "1660-01-02" };
    expect(startFromDraft({ ...draft, writing }, serverEntry)).toEqual({
      saved: serverEntry,
      writing,
      attempt: null,
      theirs: null,
    });
  });

  test("a draft takes a star and date that were changed elsewhere, and keeps those that were changed here", () => {
    const { title: _, body: __, ...baseDateAndStar } = draft.writing;
    const serverEntry = current("<p>before</p>", 2);
    const movedWriting = { ...serverEntry.writing, localDate: "1660-02-01" };
    const changedEntry = { ...serverEntry, writing: { ...movedWriting, starred: true } };
    const attempt = { key: "k", writing: writingOf("<p>sent</p>") };
    expect(startFromDraft({ ...draft, baseDateAndStar, attempt }, changedEntry)).toEqual({
      saved: changedEntry,
      writing: { ...changedEntry.writing, body: "<p>mine</p>" },
      attempt: null,
      theirs: null,
    });
    const starredDraft = { ...draft, baseDateAndStar, writing: { ...draft.writing, starred: true } };
    const movedEntry = { ...serverEntry, writing: movedWriting };
    expect(startFromDraft(starredDraft, movedEntry)?.writing).toMatchObject({
      localDate: "1660-02-01",
      starred: true,
    });
    // The attempt may have set the star that the user then removed.
    const starringAttempt = { key: "k", writing: starredDraft.writing };
    const unstarredDraft = { ...draft, baseDateAndStar, attempt: starringAttempt };
    expect(startFromDraft(unstarredDraft, changedEntry)?.writing.starred).toBe(false);
  });

  test("a draft whose entry cannot be read also sends a changed star", () => {
    const { title: _, body: __, ...baseDateAndStar } = draft.writing;
    const writing = { ...draft.writing, starred: true };
    const start = startFromDraft({ ...draft, baseDateAndStar, writing }, null);
    expect([start?.writing.starred, start?.saved?.writing.starred]).toEqual([true, false]);
  });

  test("a draft whose entry cannot be read sends the whole text, based on the revision in the draft", () => {
    const start = startFromDraft(draft, null);
    expect(start?.saved).toEqual({ id: 7, revision: 2, writing: { ...writingOf(""), title: "" } });
    expect(start?.writing).toEqual(draft.writing);
  });

  test("each tab that continues a draft of an entry that was never created sends the draft with the same key", () => {
    const newEntryDraft = { ...draft, entryId: null, baseRevision: null };
    const attempts = [1, 2].map(() => startFromDraft(newEntryDraft, null)?.attempt);
    expect(attempts[0]).toEqual({ key: expect.stringContaining("pad-1") as string, writing: draft.writing });
    expect(attempts[1]).toEqual(attempts[0]);
    expect(startFromDraft(draft, null)?.attempt).toBeNull();
  });

  test("a draft of an entry that was never created keeps its attempt; a blank one without an attempt has nothing unsaved", () => {
    const attempt = { key: "k", writing: writingOf("<p>sent</p>") };
    const newEntryDraft = { ...draft, entryId: null, baseRevision: null };
    expect(startFromDraft({ ...newEntryDraft, attempt }, null)).toEqual({
      saved: null,
      writing: draft.writing,
      attempt,
      theirs: null,
    });
    expect(
      startFromDraft({ ...newEntryDraft, writing: { ...writingOf("<p></p>"), title: " " } }, null),
    ).toBeNull();
  });
});
