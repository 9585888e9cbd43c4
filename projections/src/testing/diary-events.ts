import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed } from "@daybook/domain/kernel/sample-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import { membershipEvents } from "@daybook/domain/membership/events";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { randomUUID } from "node:crypto";

/** The time `count` minutes after a fixed moment, as ISO text. */
export const timeAtMinute = (count: number): string =>
  new Date(Date.UTC(2026, 10, 20, 10) + count * 60_000).toISOString();

/** The content of an entry event, different for each `text`. */
const contentFields = (text: string, versionId: number) => ({
  versionId,
  title: sampleSealed<"entry.title">(`title-${text}`),
  body: sampleSealed<"entry.body">(`body-${text}`),
  excerpt: sampleSealed<"entry.excerpt">(`excerpt-${text}`),
  contentTag: `tag-${text}`,
  wordCount: 10,
  wordsAdded: 3,
  wordsRemoved: 1,
});

/** Creates events for tests, with defaults for unimportant fields. */
export const diary = {
  accountOpened: (accountId: number): DomainEvent => ({
    type: "AccountOpened",
    data: {
      accountId,
      email: sampleSealed("email"),
      firstName: sampleSealed("first"),
      lastName: sampleSealed("last"),
      receiveMarketingEmails: true,
      timezone: "Europe/London",
      at: timeAtMinute(0),
    },
  }),
  journalCreated: (journalId: number, accountId: number, at = timeAtMinute(1)): DomainEvent => ({
    type: "JournalCreated",
    data: { journalId, accountId, name: sampleSealed(`journal-${journalId}`), nameTag: "tag", at },
  }),
  journalTrashed: (journalId: number, at = timeAtMinute(9)): DomainEvent => ({
    type: "JournalTrashed",
    data: { journalId, at },
  }),
  entryCreated: (
    entryId: number,
    journalId: number,
    fields: {
      accountId?: number;
      createdAt?: string;
      localDate?: string;
      at?: string;
      versionId?: number;
    } = {},
  ): DomainEvent => ({
    type: "EntryCreated",
    data: {
      entryId,
      journalId,
      accountId: fields.accountId ?? 1,
      promptId: null,
      ...contentFields(`${entryId}-0`, fields.versionId ?? entryId * 1_000),
      createdAt: fields.createdAt ?? timeAtMinute(2),
      localDate: fields.localDate ?? "2026-11-20",
      timezone: "Europe/London",
      at: fields.at ?? timeAtMinute(2),
    },
  }),
  entryRevised: (entryId: number, saveNumber: number, at = timeAtMinute(2 + saveNumber)): DomainEvent => ({
    type: "EntryRevised",
    data: { entryId, ...contentFields(`${entryId}-${saveNumber}`, entryId * 1_000 + saveNumber), at },
  }),
  entryStarred: (entryId: number, at = timeAtMinute(5)): DomainEvent => ({
    type: "EntryStarred",
    data: { entryId, at },
  }),
  entryTrashed: (entryId: number, at = timeAtMinute(6)): DomainEvent => ({
    type: "EntryTrashed",
    data: { entryId, at },
  }),
  entryRestored: (entryId: number, journalId: number, at = timeAtMinute(7)): DomainEvent => ({
    type: "EntryRestored",
    data: { entryId, journalId, at },
  }),
  entryErased: (entryId: number, at = timeAtMinute(8)): DomainEvent => ({
    type: "EntryErased",
    data: { entryId, at },
  }),
};

/** The stream of an event. An event without an id of its stream belongs to the sample account. */
export function streamOfEvent({ type, data }: DomainEvent): string {
  if ("entryId" in data) return streamOf.entry(data.entryId);
  if ("tagId" in data) return streamOf.tag(data.tagId);
  if ("journalId" in data && type !== "JournalReserved" && type !== "JournalReleased") {
    return streamOf.journal(data.journalId);
  }
  const accountId = "accountId" in data ? data.accountId : sampleIds.account;
  return type in membershipEvents ? streamOf.membership(accountId) : streamOf.account(accountId);
}

/** Creates a function that appends events to their streams, and throws when a stream refuses them. Only the order within each stream is kept. */
export function createAppender(store: EventStore) {
  const revisions = new Map<string, number>();

  async function appendTo(stream: string, events: readonly DomainEvent[]) {
    const revision = revisions.get(stream) ?? -1;
    revisions.set(stream, revision + events.length);
    const newEvents = events.map(({ type, data }) => ({ id: randomUUID(), type, version: 1, data, meta }));
    const result = await store.append(stream, revision < 0 ? "none" : revision, newEvents);
    if (result.status !== "ok") throw new Error(`events of ${stream} were not appended`);
  }

  return async (...events: readonly DomainEvent[]): Promise<void> => {
    for (let from = 0; from < events.length; from += 500) {
      const byStream = new Map<string, DomainEvent[]>();
      for (const event of events.slice(from, from + 500)) {
        const stream = streamOfEvent(event);
        byStream.set(stream, [...(byStream.get(stream) ?? []), event]);
      }
      await Promise.all([...byStream].map(([stream, streamEvents]) => appendTo(stream, streamEvents)));
    }
  };
}

const meta = {
  commandId: "00000000-0000-4000-8000-000000000000",
  actor: null,
  sessionId: null,
  requestId: null,
  source: "system",
  at: timeAtMinute(0),
} as const;
