import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { beforeAll, beforeEach } from "vitest";
import { ok } from "../answers.ts";
import { readMails } from "./mailbox.ts";
import { firstJournalIdOf } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** The password of the accounts. */
export const password = "and so to bed 1660";

/** An address without an account. */
export const newFriendEmail = (): string => `friend-${randomUUID()}@example.com`;

type Setup = {
  daybook: RunningDaybook;
  person: RemoteDaybook;
  email: string;
  params: { journalId: string; entryId: string };
};

/** A new person with an entry for each test, and functions to share it. `setup` is filled before each test. */
export function useSharer() {
  const setup = {} as Setup;
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
  });
  beforeEach(async () => {
    const person = remoteDaybook(setup.daybook.url);
    const email = `sharer-${randomUUID()}@example.com`;
    await person.logInOrSignUp({ email, password, firstName: "Samuel" });
    const journalId = await firstJournalIdOf(person);
    const body = {
      title: "By water",
      richtext_body: "<p>To <strong>Deptford</strong> &amp; home</p>",
      local_date: "1660-01-11",
    };
    const { entry } = ok(await person.call("createEntry", { params: { journalId }, body }));
    Object.assign(setup, { person, email, params: { journalId, entryId: String(entry.id) } });
  });

  return {
    setup,
    share: (body: BodyOf<"emailShare">, key = randomUUID()) =>
      setup.person.call("emailShare", { params: setup.params, body, key }),
    /** The mails to this address, ignoring case. */
    readMailsTo: async (address: string) =>
      (await readMails(setup.daybook.platform.config.dataFolder)).filter(({ to }) =>
        to.toLowerCase().includes(address.toLowerCase()),
      ),
    /** Waits until no mail of a share waits in the outbox. */
    waitForSentShares: async (): Promise<void> => {
      for (let tries = 0; tries < 1_200; tries++) {
        const { rows } = await setup.daybook.platform.pools.durable.query(
          "SELECT FROM outbox.mails WHERE template = 'share' AND state = 'waiting'",
        );
        if (rows.length === 0) return;
        await sleep(50);
      }
      throw new Error("mails are still waiting");
    },
  };
}
