import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { forgetCompletion } from "./completed-commands.ts";
import { useEntryWriter } from "./entry-steps.ts";

const { setup, writeEntry, updateEntry, listVersions } = useEntryWriter();

describe("commands with an Idempotency-Key", () => {
  it("a repeated command with the same Idempotency-Key gets the same reply and writes nothing", async () => {
    const key = randomUUID();
    const body = { title: "once", richtext_body: "<p>x</p>" };
    const firstAnswer = await setup.person.call("createEntry", {
      params: { journalId: setup.journalId },
      body,
      key,
    });
    const repeatedAnswer = await setup.person.call("createEntry", {
      params: { journalId: setup.journalId },
      body,
      key,
    });
    expect(repeatedAnswer).toEqual(firstAnswer);
    expect(await listVersions(ok(firstAnswer).entry.id)).toHaveLength(1);
  });

  it("a command with an Idempotency-Key is carried out once when it is sent sixteen times concurrently", async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        setup.person.call("createEntry", {
          params: { journalId: setup.journalId },
          body: { title: "all at once" },
          key,
        }),
      ),
    );
    expect(new Set(answers.map((answer) => ok(answer).entry.id)).size).toBe(1);
    expect(await listVersions(ok(answers[0]!).entry.id)).toHaveLength(1);
  });

  it("after a crash between append and reply, a repeated save does not conflict with itself", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    const key = randomUUID();
    const body = { richtext_body: "<p>two</p>", modified: 1 };
    ok(await updateEntry(entry.id, body, key));
    await forgetCompletion(setup.daybook, key);
    expect(ok(await updateEntry(entry.id, body, key)).entry.revision).toBe(2);
    expect(await listVersions(entry.id)).toHaveLength(2);
  });

  it("after a crash between append and reply, a repeated save is found in the log, even after a later save", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    const key = randomUUID();
    const body = { richtext_body: "<p>two</p>", modified: 1, starred: true };
    ok(await updateEntry(entry.id, body, key));
    ok(await updateEntry(entry.id, { richtext_body: "<p>three</p>", modified: 2, starred: false }));
    await forgetCompletion(setup.daybook, key);
    const updatedEntry = ok(await updateEntry(entry.id, body, key)).entry;
    expect([updatedEntry.revision, updatedEntry.richtext_body, updatedEntry.starred]).toEqual([
      3,
      "<p>three</p>",
      false,
    ]);
  });

  it("a command is refused when its Idempotency-Key was used for another request", async () => {
    const key = randomUUID();
    await setup.person.call("createEntry", {
      params: { journalId: setup.journalId },
      body: { title: "a" },
      key,
    });
    const otherAnswer = await setup.person.call("createEntry", {
      params: { journalId: setup.journalId },
      body: { title: "b" },
      key,
    });
    expect([otherAnswer.status, !otherAnswer.ok && otherAnswer.body.code]).toEqual([422, "key_reused"]);
  });
});
