import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { useEntryWriter } from "./entry-steps.ts";

const { setup, inEntry, writeEntry, updateEntry, listVersions } = useEntryWriter();

describe("versions", () => {
  it("versions are listed with the beginning of their text; a single version has the whole text", async () => {
    const words = "and so to bed ".repeat(500);
    const entry = await writeEntry({ richtext_body: `<p>${words}</p><p>the end</p>` });
    ok(await updateEntry(entry.id, { richtext_body: "<p>short</p>", modified: 1 }));
    const [newer, older] = await listVersions(entry.id);
    expect(newer?.plain_text_body).toBe("short");
    expect(older?.plain_text_body).toBe(words.slice(0, 5_000));
    const query = { version_id: String(older?.id) };
    const { version } = ok(await setup.person.call("previewVersion", { ...inEntry(entry.id), query }));
    expect(version.plain_text_body).toBe(`${words}\nthe end`);
    expect(version.richtext_body).toBe(entry.richtext_body);
    const allVersions = await setup.person.call("listVersions", {
      ...inEntry(entry.id),
      query: { limit: "25" },
    });
    expect(ok(allVersions).versions).toHaveLength(2);
    expect(
      (await setup.person.call("listVersions", { ...inEntry(entry.id), query: { limit: "26" } })).status,
    ).toBe(422);
  });

  it("versions include every save with its changed words, and can be compared", async () => {
    const entry = await writeEntry({ title: "T", richtext_body: "<p>so to bed</p>" });
    ok(await updateEntry(entry.id, { richtext_body: "<p>so to my bed</p>", modified: 1 }));
    const [newer, older] = await listVersions(entry.id);
    expect([newer?.words_added, newer?.words_removed, older?.words_added]).toEqual([1, 0, 3]);
    expect([newer?.session, older?.session]).toEqual([1, 1]);
    const { diff } = ok(
      await setup.person.call("diffVersions", {
        ...inEntry(entry.id),
        query: { from: String(older?.id), to: String(newer?.id) },
      }),
    );
    expect(diff.filter(({ op }) => op !== "equal")).toEqual([{ op: "insert", text: "my " }]);
    const { version } = ok(
      await setup.person.call("previewVersion", {
        ...inEntry(entry.id),
        query: { version_id: String(older?.id) },
      }),
    );
    expect([version.title, version.richtext_body]).toEqual(["T", "<p>so to bed</p>"]);

    ok(await updateEntry(entry.id, { title: "Title", modified: 2 }));
    const [renamedVersion] = await listVersions(entry.id);
    const query = { from: String(newer?.id), to: String(renamedVersion?.id) };
    expect(ok(await setup.person.call("diffVersions", { ...inEntry(entry.id), query })).diff).toEqual([
      { op: "delete", text: "T" },
      { op: "insert", text: "Title" },
      { op: "equal", text: "\n\nso to my bed" },
    ]);
  });

  it("a version is restored as the newest version, or as a new entry", async () => {
    const entry = await writeEntry({ title: "T", richtext_body: "<p>one</p>", local_date: "1660-01-11" });
    ok(await updateEntry(entry.id, { richtext_body: "<p>two</p>", modified: 1 }));
    const [, firstVersion] = await listVersions(entry.id);
    const query = { version_id: String(firstVersion?.id) };
    const updatedEntry = ok(await setup.person.call("restoreVersion", { ...inEntry(entry.id), query })).entry;
    expect([updatedEntry.id, updatedEntry.richtext_body, updatedEntry.revision]).toEqual([
      entry.id,
      "<p>one</p>",
      3,
    ]);
    const copy = ok(
      await setup.person.call("restoreVersion", {
        ...inEntry(entry.id),
        query: { ...query, replace: "false" },
      }),
    ).entry;
    expect(copy.id).not.toBe(entry.id);
    expect([copy.title, copy.richtext_body, copy.local_date]).toEqual(["T", "<p>one</p>", "1660-01-11"]);
  });
});
