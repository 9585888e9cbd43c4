import { randomToken } from "../../../shared/random-token.ts";
import { connection } from "../../../shared/connection.ts";
import type { Services } from "../../../shared/services.ts";
import { storesOf } from "../../../stores/use-stores.ts";
import { draftCipher } from "../../../shared/draft-cipher.ts";
import { type Drafts, localDrafts } from "../autosave/local-draft.ts";
import { type PadSession, startPadSession } from "./pad-session.ts";
import { savesChannel } from "./saves-channel.ts";
import { normaliseBody } from "../editor/body.ts";
import { type SavedEntry, savedEntryOf } from "../autosave/writing.ts";
import type { PadStart } from "../autosave/start-from-draft.ts";

/** The pads of one user that are open or still being saved. */
export type PadSessions = {
  readonly userId: number;
  readonly drafts: Drafts;
  find(localId: string): PadSession | undefined;
  findEntry(entryId: number): PadSession | undefined;
  /**
   * Returns `entry`, which the server sent, or the text of this entry that a pad saved a moment ago, if that is newer. The read model of
   * the server may be late.
   */
  newest(entry: SavedEntry): SavedEntry;
  /** @param replacedId the `localId` of the draft that the pad continues; the pad's own draft replaces it */
  start(journalId: number, start: PadStart, replacedId?: string): PadSession;
  /** Marks the pad as shown. The caller calls the returned function when the pad is no longer shown. */
  retain(session: PadSession): () => void;
};

/** How long a saved text is remembered, in milliseconds. */
const recentSaveMs = 10_000;

function createPadSessions(services: Services, userId: number, draftKey: string): PadSessions {
  const { api, sessionActor, clock, analytics, unlocks } = services;
  const { entries } = storesOf(services);
  const cipherWith = (key: string) =>
    draftCipher(key, (length) => crypto.getRandomValues(new Uint8Array(length)));
  const userCipher = cipherWith(draftKey);
  /** The draft ciphers of the unlocked journals, by journal id. */
  const unlockedCiphers = () =>
    new Map([...unlocks].map(([id, secrets]) => [id, cipherWith(secrets.draftKey)]));
  const drafts = localDrafts(userId, userCipher, unlockedCiphers);
  const sessions = new Map<string, PadSession>();
  const retainCounts = new Map<string, number>();
  /** The last save of each entry, for {@link recentSaveMs}. */
  const recentSaves = new Map<number, SavedEntry>();
  const isLoggedIn = () => sessionActor.getSnapshot().context.session?.user.id === userId;
  const deps = {
    api,
    drafts,
    isLoggedIn,
    onCreated: () => analytics.track("Entry Create"),
    onSessionChange: (listener: () => void) => {
      const subscription = sessionActor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };

  /**
   * Shows the newest version on a pad without unsaved changes. A pad with unsaved changes stays as it is: its next save merges
   * these changes with the newest version, or reports a conflict.
   */
  async function refresh({ actor, journalId }: PadSession): Promise<void> {
    const entryId = actor.getSnapshot().context.saved?.id;
    if (entryId === undefined || !isLoggedIn() || !actor.getSnapshot().matches("clean")) return;
    const params = { journalId: String(journalId), entryId: String(entryId) };
    const result = await api.call("getEntry", { params }, { retries: 0, quiet401: true });
    if (!result.ok) return;
    const savedEntry = savedEntryOf(result.data.entry, normaliseBody);
    const { context } = actor.getSnapshot();
    if (context.saved && savedEntry.revision > context.saved.revision)
      actor.send({ type: "entry.replaced", saved: savedEntry });
  }
  const findEntry = (entryId: number) =>
    [...sessions.values()].find(({ actor }) => actor.getSnapshot().context.saved?.id === entryId);
  const announceSave = savesChannel(({ entryId, revision }) => {
    const session = findEntry(entryId);
    const savedRevision = session?.actor.getSnapshot().context.saved?.revision ?? revision;
    if (session && savedRevision < revision) void refresh(session);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible")
      for (const session of sessions.values()) void refresh(session);
  });

  /**
   * Ends a session whose pad is not shown any more. A session with unsaved text saves first and ends afterwards; then the entry list
   * loads again.
   */
  function endWhenSaved(session: PadSession, isReachable = !connection.isOffline()): void {
    const { actor, localId, journalId } = session;
    const isShown = () => (retainCounts.get(localId) ?? 0) > 0;
    if (isShown() || !sessions.has(localId)) return;
    if (!isReachable) {
      // Without a connection, a saved entry cannot be loaded again. The session can still show the pad, so it stays until the server is
      // reachable.
      void connection.waitUntilReachable().then(() => endWhenSaved(session, true));
      return;
    }
    if (actor.getSnapshot().matches("clean")) {
      sessions.delete(localId);
      actor.stop();
      return;
    }
    const subscription = actor.subscribe((snapshot) => {
      if (isShown()) subscription.unsubscribe();
      if (isShown() || !snapshot.matches("clean")) return;
      subscription.unsubscribe();
      endWhenSaved(session);
      if (isLoggedIn()) void entries.load({ journalId, view: "active", page: 1 });
    });
    actor.send({ type: "save.now" });
  }

  return {
    userId,
    drafts,
    find: (localId) => sessions.get(localId),
    findEntry,
    newest(entry) {
      const recentSave = recentSaves.get(entry.id);
      return recentSave && recentSave.revision > entry.revision ? recentSave : entry;
    },
    start(journalId, start, replacedId) {
      const localId = randomToken();
      const tools = { now: clock.now, newKey: randomToken };
      // Locking the journal removes its draft key from memory. An open pad keeps the cipher with this key for its drafts.
      const cipher = unlockedCiphers().get(journalId) ?? userCipher;
      const draftsWithCipher: Drafts = {
        ...drafts,
        put: (draft, replacedId) => drafts.put(draft, replacedId, cipher),
        putNow: (draft, replacedId) => drafts.putNow(draft, replacedId, cipher),
      };
      const session = startPadSession(
        { ...deps, drafts: draftsWithCipher },
        { localId, journalId, ...start, tools },
        replacedId,
      );
      sessions.set(localId, session);
      let announcedRevision = start.saved?.revision ?? 0;
      session.actor.subscribe(({ context: { saved } }) => {
        if (!saved || saved.revision <= announcedRevision) return;
        announcedRevision = saved.revision;
        announceSave({ entryId: saved.id, revision: announcedRevision });
        recentSaves.set(saved.id, saved);
        setTimeout(() => {
          if (recentSaves.get(saved.id) === saved) recentSaves.delete(saved.id);
        }, recentSaveMs);
      });
      return session;
    },
    retain(session) {
      const { localId } = session;
      retainCounts.set(localId, (retainCounts.get(localId) ?? 0) + 1);
      return () => {
        retainCounts.set(localId, (retainCounts.get(localId) ?? 1) - 1);
        // A remounting screen retains the session again before this runs.
        queueMicrotask(() => endWhenSaved(session));
      };
    },
  };
}

const sessionsByServices = new WeakMap<Services, Map<number, PadSessions>>();

/** The pad sessions of the logged-in user; null when nobody is logged in. */
export function padSessionsOf(services: Services): PadSessions | null {
  const { session } = services.sessionActor.getSnapshot().context;
  if (!session) return null;
  const sessionsByUser = sessionsByServices.get(services) ?? new Map<number, PadSessions>();
  sessionsByServices.set(services, sessionsByUser);
  const existingSessions = sessionsByUser.get(session.user.id);
  if (existingSessions) return existingSessions;
  const newSessions = createPadSessions(services, session.user.id, session.draft_key);
  sessionsByUser.set(session.user.id, newSessions);
  return newSessions;
}
