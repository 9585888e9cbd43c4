import type { Application } from "@daybook/application/application";
import { renewMemberships } from "@daybook/application/purchases/renew-memberships";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { addDays, type Membership } from "@daybook/domain/account/tier";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { waitForMail } from "./mailbox.ts";
import { storeCard } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

/** A membership of a year, which renews itself. */
export const yearlyMembership: Membership = {
  level: "pro",
  packageName: "standard",
  subscriptionLength: 1,
  expiresAt: null,
  autoRenew: true,
};
/** A membership of a month, which renews itself. */
export const monthlyMembership: Membership = { ...yearlyMembership, packageName: "standardmonthly" };

type Setup = {
  daybook: TestDaybook;
  /** A second application that runs the job, at the time `now`. */
  app: Application;
  now: number;
  person: RemoteDaybook;
  userId: number;
  /** The end of the membership of this person: far enough away that the Daybook itself does nothing about it. */
  endsAt: string;
};

/** A Daybook, a new person for each test, and a second application whose clock the tests move. `setup` is filled before each test. */
export function useRenewals() {
  const setup = { now: Date.now() } as Setup;
  beforeAll(async () => {
    setup.daybook = await startTestDaybook();
    setup.app = await openSecondApplication(setup.daybook.platform, () => setup.now);
  });
  afterAll(async () => {
    setup.app?.waiter.close();
    await setup.daybook?.stop();
  });
  async function newPerson(): Promise<void> {
    setup.now = Date.now();
    setup.endsAt = addDays(new Date(setup.now).toISOString(), 30);
    setup.person = await setup.daybook.newPerson();
    setup.userId = setup.person.session?.user.id ?? 0;
  }
  beforeEach(newPerson);

  /** The rows of a query with one parameter, `$1`: the id of the person. */
  async function rowsOf<Row extends object>(text: string): Promise<Row[]> {
    return (await setup.daybook.platform.pools.durable.query<Row>(text, [setup.userId])).rows;
  }

  /** The status of each order, oldest first, with the number of its charges. */
  async function readOrders(): Promise<string[]> {
    const rows = await rowsOf<{ order: string }>(
      `SELECT status || ' ' || (SELECT count(*) FROM payments.sandbox_charges c WHERE c.order_id = o.id) AS "order"
       FROM payments.orders o WHERE account_id = $1 ORDER BY created_at, id`,
    );
    return rows.map(({ order }) => order);
  }

  async function readEvents(): Promise<string[]> {
    const { store } = setup.daybook.platform;
    const events = await store.readStream(`membership-${setup.userId}`, { from: 0, limit: 100 });
    return events.map(({ type }) => type);
  }

  /** Lets Daybook send the mails that the application with a later clock has put into the outbox. */
  async function sendMails(): Promise<void> {
    const pool = setup.daybook.platform.pools.durable;
    await pool.query("UPDATE outbox.mails SET due_at = now() WHERE state = 'waiting'");
    await pool.query("SELECT pg_notify('outbox_mails', '')");
  }

  return {
    setup,
    newPerson,
    rowsOf,
    readOrders,
    readEvents,
    sendMails,
    readState: async () => ({ orders: await readOrders(), events: await readEvents() }),

    /** Grants the person a membership. */
    giveMembership: async (membership: Membership, end = setup.endsAt): Promise<void> => {
      const { platform } = setup.daybook;
      await grantMembership(platform.store, setup.userId, { ...membership, expiresAt: end }, Date.now());
    },

    storeCard: (): Promise<void> => storeCard(setup.person),

    /** Runs the job this number of days after the end of the membership; a negative number is before it. */
    runAt: async (days: number, process: Application = setup.app): Promise<void> => {
      setup.now = Date.parse(addDays(setup.endsAt, days));
      await setup.daybook.waitUntilCaughtUp();
      await renewMemberships(process, new AbortController().signal);
    },

    /** The templates of the person's mails without the welcome mail, in alphabetical order. */
    readMailTemplates: async (): Promise<string[]> => {
      const rows = await rowsOf<{ template: string }>(
        "SELECT template FROM outbox.mails WHERE user_id = $1 AND template <> 'welcome' ORDER BY template",
      );
      return rows.map(({ template }) => template);
    },

    readMembership: async () => ok(await setup.person.call("refreshToken")).user.pro_membership,

    readMail: async (subject: string): Promise<string> => {
      await sendMails();
      const email = setup.person.session?.user.email ?? "";
      const mail = await waitForMail(setup.daybook.platform.dataFolder.path, email, subject);
      return mail.text.replace(/\s+/g, " ");
    },
  };
}
