import { rewriteFilesJob } from "@daybook/application/jobs/rewrite-files";
import { withApplication } from "@daybook/bin/entry/with-application";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { waitForMail } from "./mailbox.ts";
import { newFriendEmail, useSharer } from "./share-steps.ts";

const { setup, share, readMailsTo, waitForSentShares } = useSharer();

/**
 * Runs the job `rewrite-files` as if it were due. It rewrites the files of the database, so that they contain no erased data, and deletes
 * the mail files of erased and encrypted entries.
 */
async function runRewriteFiles(): Promise<void> {
  await setup.daybook.platform.pools.durable.query(
    "UPDATE vault.rewrites_due SET due_at = now() - interval '2 minutes'",
  );
  await withApplication(setup.daybook.platform.config, (app) =>
    rewriteFilesJob.run(app, new AbortController().signal),
  );
}

describe("mail files of sent shares", () => {
  const sendShare = async (): Promise<string> => {
    const recipient = newFriendEmail();
    ok(await share({ share_recipients: recipient, share_message: "Read this." }));
    await waitForMail(setup.daybook.platform.config.dataFolder, recipient, "Deptford");
    await waitForSentShares();
    return recipient;
  };
  const writeOtherEntry = async () => {
    const body = { title: "Another", richtext_body: "<p>Stays at Deptford</p>" };
    return String(ok(await setup.person.call("createEntry", { params: setup.params, body })).entry.id);
  };

  it("the mail file of a sent share is deleted when its entry is erased, and the files of other shares stay", async () => {
    const [recipient, otherEntryId] = [await sendShare(), await writeOtherEntry()];
    const otherRecipient = newFriendEmail();
    ok(
      await setup.person.call("emailShare", {
        params: { ...setup.params, entryId: otherEntryId },
        body: { share_recipients: otherRecipient },
        key: randomUUID(),
      }),
    );
    await waitForMail(setup.daybook.platform.config.dataFolder, otherRecipient, "Deptford");
    await waitForSentShares();
    const body = { entry_ids: [Number(setup.params.entryId)], permanent: true };
    ok(await setup.person.call("deleteEntries", { params: setup.params, body }));
    await vi.waitFor(
      async () => {
        await runRewriteFiles();
        expect(await readMailsTo(recipient)).toEqual([]);
      },
      { timeout: 100_000, interval: 500 },
    );
    expect(await readMailsTo(otherRecipient)).toHaveLength(1);
  });

  it("the mail file of a sent share is deleted when the journal of the entry is encrypted", async () => {
    const recipient = await sendShare();
    await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
    const secret = "by water to Deptford";
    const lock = { lock: true, lock_type: lockTypes.encryption, password_hint: "boat" };
    ok(
      await setup.person.call("updateJournal", {
        params: setup.params,
        body: { ...lock, plain_password: secret, retype_password: secret },
      }),
    );
    await vi.waitFor(
      async () => {
        await runRewriteFiles();
        expect(await readMailsTo(recipient)).toEqual([]);
      },
      { timeout: 100_000, interval: 500 },
    );
  });
});
