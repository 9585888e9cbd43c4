import { randomBytes } from "node:crypto";
import type { DomainEvent } from "@daybook/domain/events";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { EventStore, NewEvent } from "@daybook/platform/event-store/event-store";
import { testEvent } from "@daybook/platform/testing/test-events";
import { createAppender, diary } from "@daybook/projections/testing/diary-events";

/** The size of a sealed entry of 250 words, the average of a real diary. Because of compression it is half the size of the HTML. */
const bodyBytes = 675;
const sealedBody = (): Sealed<"entry.body"> =>
  randomBytes(bodyBytes).toString("base64url") as Sealed<"entry.body">;

function withBody<E extends DomainEvent>(event: E): E {
  return { ...event, data: { ...event.data, body: sealedBody() } };
}

/** The event of a save, ready to be appended. */
export function revisionEvent(entryId = 1, saveNumber = 1): NewEvent {
  const { type, data } = withBody(diary.entryRevised(entryId, saveNumber));
  return { ...testEvent(data), type };
}

/** Creates an account, a journal and this many entries. */
export async function createDiary(store: EventStore, entryCount: number) {
  const append = createAppender(store);
  await append(diary.accountOpened(1), diary.journalCreated(2, 1));
  const creationEvents = Array.from({ length: entryCount }, (_, n) =>
    withBody(diary.entryCreated(10 + n, 2)),
  );
  for (const event of creationEvents) await append(event);
  let saveCount = 0;
  return {
    /** Appends this many saves, to all entries in turn. */
    async write(count: number): Promise<void> {
      for (let start = 0; start < count; start += 500) {
        const chunkSize = Math.min(500, count - start);
        const events = Array.from({ length: chunkSize }, (_, n) => {
          const saveNumber = saveCount + n;
          return withBody(
            diary.entryRevised(10 + (saveNumber % entryCount), 1 + Math.floor(saveNumber / entryCount)),
          );
        });
        saveCount += chunkSize;
        await append(...events);
      }
    },
  };
}
