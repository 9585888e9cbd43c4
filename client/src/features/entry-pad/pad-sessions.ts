import { randomToken } from "../../shared/random-token.ts";
import type { Services } from "../../shared/services.ts";
import { draftCipher } from "../../shared/draft-cipher.ts";
import { type Drafts, localDrafts } from "./local-draft.ts";
import { type PadSession, startPadSession } from "./pad-session.ts";
import type { Start } from "./put-back.ts";

/** The pages of one person that are open, or still being saved. */
export type PadSessions = {
  readonly userId: number;
  readonly drafts: Drafts;
  find(localId: string): PadSession | undefined;
  findEntry(entryId: number): PadSession | undefined;
  /** @param adopted the draft that the page is made from */
  start(journalId: number, start: Start, adopted?: string): PadSession;
  /** Says that a screen shows the page; the answer is to be called when it no longer does. */
  hold(session: PadSession): () => void;
};

function createPadSessions(services: Services, userId: number, draftKey: string): PadSessions {
  const { api, sessionActor, clock, entries, analytics, unlocks } = services;
  const cipherWith = (key: string) =>
    draftCipher(key, (length) => crypto.getRandomValues(new Uint8Array(length)));
  const own = cipherWith(draftKey);
  const opened = () => new Map([...unlocks].map(([id, unlocked]) => [id, cipherWith(unlocked.draftKey)]));
  const drafts = localDrafts(userId, own, opened);
  const sessions = new Map<string, PadSession>();
  const holders = new Map<string, number>();
  const isSignedIn = () => sessionActor.getSnapshot().context.session?.user.id === userId;
  const deps = {
    api,
    drafts,
    isSignedIn,
    onCreated: () => analytics.track("Entry Create"),
    onSession: (changed: () => void) => {
      const subscription = sessionActor.subscribe(changed);
      return () => subscription.unsubscribe();
    },
  };

  /** A page that no screen shows any more goes on until it is saved, then it ends and the list shows it. */
  function endWhenSaved(session: PadSession): void {
    const { actor, localId, journalId } = session;
    const abandoned = () => (holders.get(localId) ?? 0) === 0;
    if (!abandoned() || !sessions.has(localId)) return;
    if (actor.getSnapshot().matches("clean")) {
      sessions.delete(localId);
      actor.stop();
      return;
    }
    const subscription = actor.subscribe((snapshot) => {
      if (!abandoned()) subscription.unsubscribe();
      if (!abandoned() || !snapshot.matches("clean")) return;
      subscription.unsubscribe();
      endWhenSaved(session);
      if (isSignedIn()) void entries.load({ journalId, view: "active", page: 1 });
    });
    actor.send({ type: "save.now" });
  }

  return {
    userId,
    drafts,
    find: (localId) => sessions.get(localId),
    findEntry: (entryId) =>
      [...sessions.values()].find(({ actor }) => actor.getSnapshot().context.saved?.id === entryId),
    start(journalId, start, adopted) {
      const localId = randomToken();
      const tools = { now: clock.now, newKey: randomToken };
      // Locking forgets the key; a page that is still open goes on sealing what is typed with it.
      const cipher = opened().get(journalId) ?? own;
      const sealed: Drafts = { ...drafts, put: (draft, instead) => drafts.put(draft, instead, cipher) };
      const session = startPadSession(
        { ...deps, drafts: sealed },
        { localId, journalId, ...start, tools },
        adopted,
      );
      sessions.set(localId, session);
      return session;
    },
    hold(session) {
      const { localId } = session;
      holders.set(localId, (holders.get(localId) ?? 0) + 1);
      return () => {
        holders.set(localId, (holders.get(localId) ?? 1) - 1);
        // A screen that is only drawn anew holds the page again before this runs.
        queueMicrotask(() => endWhenSaved(session));
      };
    },
  };
}

const known = new WeakMap<Services, Map<number, PadSessions>>();

/** The open pages of whoever is signed in; null when nobody is. */
export function padSessionsOf(services: Services): PadSessions | null {
  const { session } = services.sessionActor.getSnapshot().context;
  if (!session) return null;
  const ofUsers = known.get(services) ?? new Map<number, PadSessions>();
  known.set(services, ofUsers);
  const existing = ofUsers.get(session.user.id);
  if (existing) return existing;
  const created = createPadSessions(services, session.user.id, session.draft_key);
  ofUsers.set(session.user.id, created);
  return created;
}
