import type { NewMail } from "@daybook/platform/mail/mail";
import { outboxMigrations } from "@daybook/platform/mail/migrations";
import { createOutbox, type Outbox } from "@daybook/platform/mail/outbox";
import {
  MailDelayed,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from "@daybook/platform/mail/transport";
import { createListener } from "@daybook/platform/postgres/listen";
import { migrate } from "@daybook/platform/postgres/migrate";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailSender, type DeliverDeps, startDelivery } from "./deliver.ts";
import type { RenderResult } from "./render.ts";

const minute = 60_000;
let database: TestDatabase;
let pool: pg.Pool;
let outbox: Outbox;
let now: number;
let sentIds: number[];
let removedIds: number[];
let failures: Error[];
const clock = { now: () => now };
const logger = { warn: () => {}, info: () => {} };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, outboxMigrations);
  outbox = createOutbox({ pool, clock });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  now = Date.UTC(2026, 10, 20);
  [sentIds, removedIds, failures] = [[], [], []];
  await pool.query("TRUNCATE outbox.mails");
});

const transport: MailTransport = {
  concurrency: 5,
  claimSize: 10,
  send: ({ id }) => {
    const failure = failures.shift();
    if (failure) return Promise.reject(failure);
    sentIds.push(id);
    return Promise.resolve();
  },
  remove: (ids) => Promise.resolve(void removedIds.push(...ids)),
};

const readyMail = (id: number): RenderResult => ({ kind: "ready", mail: { id } as OutgoingMail });

const senderWith = (deps: Partial<DeliverDeps> = {}) =>
  createMailSender({
    outbox,
    render: ({ id }) => Promise.resolve(readyMail(id)),
    transport,
    clock,
    logger,
    ...deps,
  });

const mail = (id: number): NewMail => ({
  id,
  userId: 1,
  template: "welcome",
  params: {},
  recipient: null,
  dedupeKey: `welcome/${id}`,
  cause: { commandId: "command", correlationId: "click" },
});

const states = async () => (await outbox.countMails()).map(({ state, code, count }) => [state, code, count]);

test("a failing transport delays a mail, but does not lose it", async () => {
  failures = [new MailDelayed("smtp_econnection"), new MailDelayed("smtp_451"), new Error("unforeseen")];
  const sender = senderWith();
  await outbox.enqueue(mail(7));
  for (const [waitMinutes, code] of [
    [1, "smtp_econnection"],
    [2, "smtp_451"],
    [4, "transport_failed"],
  ] as const) {
    await sender.run();
    expect(sender.isTransportFailing()).toBe(true);
    expect(await states()).toEqual([["waiting", code, 1]]);
    now += waitMinutes * minute - 1;
    await sender.run();
    expect(sentIds).toEqual([]);
    now += 1;
  }
  await sender.run();
  await sender.run();
  expect(sentIds).toEqual([7]);
  expect(sender.isTransportFailing()).toBe(false);
  expect(await states()).toEqual([["sent", null, 1]]);
});

test("two concurrent senders send each mail once", async () => {
  for (let id = 1; id <= 40; id += 1) await outbox.enqueue(mail(id));
  await Promise.all([senderWith().run(), senderWith().run()]);
  expect(sentIds.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test("the claimed mails of a crashed sender are sent by another sender", async () => {
  await outbox.enqueue(mail(7));
  await outbox.claimDue(1);
  await senderWith().run();
  expect(sentIds).toEqual([]);
  now += 5 * minute;
  await senderWith().run();
  expect(sentIds).toEqual([7]);
});

test("a refused mail is dead, and the transport does not count as failing", async () => {
  failures = [new MailRefused("smtp_550")];
  const sender = senderWith();
  await outbox.enqueue(mail(7));
  await sender.run();
  expect(sender.isTransportFailing()).toBe(false);
  expect(await states()).toEqual([["dead", "smtp_550", 1]]);
});

test("a mail that cannot be rendered does not block the others", async () => {
  const render = ({ id }: { id: number }) =>
    id === 1 ? Promise.reject(new Error("samuel@example.org")) : Promise.resolve(readyMail(id));
  for (const id of [1, 2, 3]) await outbox.enqueue(mail(id));
  await senderWith({ render }).run();
  expect(sentIds.sort((a, b) => a - b)).toEqual([2, 3]);
  expect(await states()).toEqual([
    ["sent", null, 2],
    ["waiting", "render_failed", 1],
  ]);
});

test("a mail whose recipient or content no longer exists is dropped; a mail from another version of Daybook waits", async () => {
  await outbox.enqueue(mail(1));
  await senderWith({ render: () => Promise.resolve({ kind: "gone" }) }).run();
  await outbox.enqueue(mail(2));
  await senderWith({ render: () => Promise.resolve({ kind: "unknown" }) }).run();
  expect(await states()).toEqual([
    ["dropped", "not_needed", 1],
    ["waiting", "unknown_mail", 1],
  ]);
});

test("the file of a crashed sender is removed when its mail is dropped", async () => {
  await outbox.enqueue(mail(7));
  await outbox.claimDue(1);
  now += 5 * minute;
  await senderWith({ render: () => Promise.resolve({ kind: "gone" }) }).run();
  expect(removedIds).toEqual([7]);
  expect(await states()).toEqual([["dropped", "not_needed", 1]]);
});

test("a mail waits at least ten minutes for read models, with growing pauses; then its failure is recorded, or it is dropped if its address is missing", async () => {
  let rendered: RenderResult = { kind: "later", code: "account_not_ready" };
  const sender = senderWith({ render: () => Promise.resolve(rendered) });
  await outbox.enqueue(mail(7));
  const waits: number[] = [];
  const startedAt = now;
  while (now - startedAt < 10 * minute) {
    await sender.run();
    const due = await outbox.nextDueAt();
    waits.push((due! - now) / 1000);
    now = due!;
  }
  expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
  expect(await states()).toEqual([["waiting", null, 1]]);
  await sender.run();
  expect(await states()).toEqual([["waiting", "account_not_ready", 1]]);
  now += minute;
  rendered = { kind: "later", code: "address_not_ready" };
  await sender.run();
  expect(await states()).toEqual([["dropped", "not_needed", 1]]);
});

test("a mail is removed when its account is removed during sending", async () => {
  await outbox.enqueue(mail(7));
  const removingTransport: MailTransport = {
    ...transport,
    async send() {
      await outbox.removeOfAccount(1);
    },
  };
  await senderWith({ transport: removingTransport }).run();
  expect(removedIds).toEqual([7]);
  expect(await states()).toEqual([]);
});

test("a new mail is sent immediately; a stop finishes running sends and starts no others", async () => {
  const listener = createListener({ connectionString: database.url });
  let onSendStarted = (): void => {};
  const sendStarted = new Promise<void>((resolve) => (onSendStarted = resolve));
  let finishSending = (): void => {};
  const mayFinish = new Promise<void>((resolve) => (finishSending = resolve));
  const slowTransport: MailTransport = {
    ...transport,
    async send({ id }) {
      onSendStarted();
      await mayFinish;
      sentIds.push(id);
    },
  };
  const render = ({ id }: { id: number }) => Promise.resolve(readyMail(id));
  const delivery = startDelivery({ outbox, render, transport: slowTransport, clock, logger, listener });
  await outbox.enqueue(mail(7));
  await sendStarted;
  await outbox.enqueue(mail(8));
  const stopping = delivery.stop();
  finishSending();
  await stopping;
  expect(delivery.isFailing()).toBe(false);
  await listener.close();
  expect(sentIds).toEqual([7]);
  expect(await states()).toEqual([
    ["sent", null, 1],
    ["waiting", null, 1],
  ]);
});
