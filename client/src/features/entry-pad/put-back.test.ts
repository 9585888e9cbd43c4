import { describe, expect, test } from "vitest";
import type { Draft } from "./autosave.ts";
import { startFromDraft } from "./put-back.ts";
import type { Copy, Writing } from "./writing.ts";

const page = (body: string): Writing => ({
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
  writing: page("<p>mine</p>"),
  act: null,
  changedAt: "2026-11-20T10:42:00.000Z",
};
const current = (body: string, revision: number): Copy => ({ id: 7, revision, writing: page(body) });

describe("a draft found on the device", () => {
  test("that the server has already holds nothing more", () => {
    expect(startFromDraft(draft, current("<p>mine</p>", 3))).toBeNull();
  });

  test("made from the server's revision goes on from there, its unanswered act too", () => {
    const act = { key: "k", writing: page("<p>sent</p>") };
    const server = current("<p>before</p>", 2);
    expect(startFromDraft({ ...draft, act }, server)).toEqual({
      saved: server,
      writing: draft.writing,
      act,
      theirs: null,
    });
  });

  test("whose unanswered act did arrive goes on from it", () => {
    const act = { key: "k", writing: page("<p>sent</p>") };
    const server = current("<p>sent</p>", 3);
    expect(startFromDraft({ ...draft, act }, server)).toEqual({
      saved: server,
      writing: draft.writing,
      act: null,
      theirs: null,
    });
  });

  test("whose title ends in a space, which the server does not keep, holds nothing more", () => {
    const spaced = { ...draft.writing, title: "Lord's day " };
    expect(startFromDraft({ ...draft, writing: spaced }, current("<p>mine</p>", 3))).toBeNull();
  });

  test("made from an older text is a conflict, and the older revision stays its base", () => {
    const server = current("<p>theirs</p>", 5);
    expect(startFromDraft(draft, server)).toEqual({
      saved: { ...server, revision: 2 },
      writing: draft.writing,
      act: null,
      theirs: server,
    });
  });

  test("that differs from the server in star or date only is no conflict", () => {
    const server = current("<p>mine</p>", 5);
    const starred = { ...draft, writing: { ...draft.writing, starred: true } };
    expect(startFromDraft(starred, server)).toEqual({
      saved: server,
      writing: starred.writing,
      act: null,
      theirs: null,
    });
  });

  test("whose entry cannot be read is sent whole, at its own revision", () => {
    const start = startFromDraft(draft, null);
    expect(start?.saved).toEqual({ id: 7, revision: 2, writing: { ...page(""), title: "" } });
    expect(start?.writing).toEqual(draft.writing);
  });

  test("of an entry never created keeps its creating act, and is not created while blank", () => {
    const act = { key: "k", writing: page("<p>sent</p>") };
    const fresh = { ...draft, entryId: null, baseRevision: null };
    expect(startFromDraft({ ...fresh, act }, null)).toEqual({
      saved: null,
      writing: draft.writing,
      act,
      theirs: null,
    });
    expect(startFromDraft({ ...fresh, writing: { ...page("<p></p>"), title: " " } }, null)).toBeNull();
  });
});
