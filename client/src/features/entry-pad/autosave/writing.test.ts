import { describe, expect, test } from "vitest";
import { createBlankWriting, moveToDay } from "../date/writing-date.ts";
import { updateRequest, creationRequest, isBlank, rebaseWriting, type Writing } from "./writing.ts";

const sampleWriting: Writing = {
  title: "Lord's day",
  body: "<p>Up early.</p>",
  localDate: "2026-11-20",
  timezone: "Europe/London",
  createdAt: "2026-11-20T10:42:00.000Z",
  starred: false,
};
const base = { id: 7, revision: 4, writing: sampleWriting };

describe("request bodies", () => {
  test("a new entry is sent with text, date, instant and time zone", () => {
    expect(creationRequest(sampleWriting)).toEqual({
      title: "Lord's day",
      richtext_body: "<p>Up early.</p>",
      local_date: "2026-11-20",
      timezone: "Europe/London",
      created_at: "2026-11-20T10:42:00.000Z",
    });
  });

  test("a changed text is sent whole, with its base revision, without star and date", () => {
    expect(updateRequest({ ...sampleWriting, body: "" }, base)).toEqual({
      title: "Lord's day",
      richtext_body: "",
      modified: 4,
    });
  });

  test("a changed star is sent alone, so that it never conflicts", () => {
    expect(updateRequest({ ...sampleWriting, starred: true }, base)).toEqual({ starred: true });
  });

  test("a changed date is sent with its instant and its time zone", () => {
    expect(updateRequest(moveToDay(sampleWriting, "1660-01-01"), base)).toEqual({
      local_date: "1660-01-01",
      timezone: "Europe/London",
      created_at: "1660-01-01T10:42:00.000Z",
    });
  });
});

describe("rebasing", () => {
  test("rebasing takes the star and date of the other version, unless they were changed here", () => {
    const theirs = { ...moveToDay(sampleWriting, "2026-11-19"), starred: true, body: "<p>theirs</p>" };
    expect(rebaseWriting({ ...sampleWriting, body: "<p>mine</p>" }, theirs, sampleWriting)).toEqual({
      ...theirs,
      body: "<p>mine</p>",
    });
    const movedWriting = moveToDay(sampleWriting, "1660-01-01");
    expect(rebaseWriting(movedWriting, theirs, sampleWriting)).toEqual({ ...movedWriting, starred: true });
    expect(
      rebaseWriting({ ...sampleWriting, starred: true }, { ...sampleWriting, starred: false }, sampleWriting)
        .starred,
    ).toBe(true);
  });
});

test("rebasing keeps the prompt of an entry that was created here", () => {
  expect(rebaseWriting({ ...sampleWriting, promptId: 5 }, sampleWriting, sampleWriting).promptId).toBe(5);
});

describe("writings", () => {
  test.each([
    ["", true],
    ["<p></p>", true],
    ["<p>&nbsp; <br></p><ul><li><p></p></li></ul>", true],
    ['<img src="data:image/png;base64,AA==">', false],
    ["<hr>", false],
    ["<table><tbody><tr><td><p></p></td></tr></tbody></table>", false],
    ["<p>.</p>", false],
  ])("a writing with the body %j is blank: %s", (body, expected) =>
    expect(isBlank({ title: " ", body })).toBe(expected),
  );

  test("a writing with a title is not blank", () =>
    expect(isBlank({ title: "Monday", body: "" })).toBe(false));

  test("a new writing has the user's current day", () => {
    const writing = createBlankWriting(Date.UTC(2026, 10, 20, 23, 30));
    expect(writing).toEqual({
      title: "",
      body: "",
      localDate: "2026-11-20",
      timezone: "UTC",
      createdAt: "2026-11-20T23:30:00.000Z",
      starred: false,
    });
  });
});

describe("moving an entry to another day", () => {
  test.each([
    ["2026-11-20", "1660-01-01", "1660-01-01T10:42:00.000Z"],
    ["2026-11-20", "2024-02-29", "2024-02-29T10:42:00.000Z"],
    ["2026-11-20", "0001-01-01", "0001-01-01T10:42:00.000Z"],
    ["2026-11-20", "9999-12-31", "9999-12-31T10:42:00.000Z"],
  ])("a move from %s to %s changes the instant by whole days", (from, to, createdAt) => {
    expect(moveToDay({ ...sampleWriting, localDate: from }, to)).toEqual({
      ...sampleWriting,
      localDate: to,
      createdAt,
    });
  });

  test("a moved entry whose UTC day is the day before its local day keeps that distance", () => {
    const eastern = { ...sampleWriting, localDate: "2026-11-21", createdAt: "2026-11-20T11:30:00.000Z" };
    expect(moveToDay(eastern, "1660-01-02").createdAt).toBe("1660-01-01T11:30:00.000Z");
  });

  test("an incomplete date does not move an entry", () =>
    expect(moveToDay(sampleWriting, "")).toBe(sampleWriting));
});
