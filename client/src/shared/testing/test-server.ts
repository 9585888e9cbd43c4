import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import type { Settings } from "@daybook/domain/contract/settings";
import { shareLevels } from "@daybook/domain/contract/settings-values";
import { createApi } from "../api-client.ts";
import type { Clock } from "../clock.ts";
import { sampleSession } from "./sample-session.ts";

type ServerState = {
  journals: Journal[];
  entries: ListedEntry[];
  settings: Settings;
  /** the error message for changes of settings, covers and compose settings; `null` when they succeed */
  refusal: string | null;
  isDown: boolean;
  isSessionOver: boolean;
};
type Reply = [status: number, body: unknown];

/** The values of `status_id`. */
const statusIds = { active: 1, trashed: 2 } as const;

const notFound: Reply = [
  404,
  { error: "Sorry, the journal you were looking for was not found.", code: "not_found" },
];

function listEntries({ entries }: ServerState, journal: Journal, query: URLSearchParams): Reply {
  const view = query.get("view");
  const matchingEntries = entries.filter(({ status_id: status, starred }) =>
    view === "trashed"
      ? status === statusIds.trashed
      : status === statusIds.active && (view !== "starred" || starred),
  );
  const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
  const items = matchingEntries.slice((page - 1) * limit, page * limit).map((entry) => ({ entry }));
  const total = entries.filter(({ status_id: status }) => status === statusIds.active).length;
  const nextCursor = matchingEntries.length > page * limit ? "further" : null;
  return [
    200,
    {
      journal: { ...journal, entries: { total_entries: total } },
      entries: items,
      total_entries: matchingEntries.length,
      next_cursor: nextCursor,
    },
  ];
}

function changeEntries(serverState: ServerState, change: string, ids: number[], permanent: boolean): Reply {
  if (permanent) serverState.entries = serverState.entries.filter(({ id }) => !ids.includes(id));
  const status = change === "delete" ? statusIds.trashed : statusIds.active;
  serverState.entries = serverState.entries.map((entry) =>
    ids.includes(entry.id) ? { ...entry, status_id: status } : entry,
  );
  return [200, { entries: ids.map((id) => ({ entry: { id } })), total: ids.length }];
}

/** Sample settings of an account. */
export const sampleSettings: Settings = {
  date_format: "ddd. M/D/YYYY",
  timezone: "Europe/London",
  journal_order: "custom",
  notifications: { receive_shares: true, share_level: shareLevels.received },
  receive_marketing_emails: false,
  show_podcast: true,
  looking_glass: true,
  auto_logout: 0,
  ui_theme: "default",
};

function respondToSettings(serverState: ServerState, method: string, body: Record<string, unknown>): Reply {
  if (method === "PUT" && serverState.refusal !== null)
    return [422, { error: serverState.refusal, code: "invalid" }];
  const { logout_time: minutes, order, format, receive_shares: receivesShares, ...otherSettings } = body;
  serverState.settings = {
    ...serverState.settings,
    ...otherSettings,
    ...(typeof minutes === "number" && { auto_logout: minutes }),
    ...(typeof order === "string" && { journal_order: order as Settings["journal_order"] }),
    ...(typeof format === "string" && { date_format: format as Settings["date_format"] }),
    ...(typeof receivesShares === "boolean" && {
      notifications: {
        receive_shares: receivesShares,
        share_level: receivesShares ? shareLevels.received : shareLevels.refused,
      },
    }),
  };
  return [200, { settings: serverState.settings }];
}

/** Replies with a changed cover or changed compose settings, but does not store them. */
function changeLook(
  serverState: ServerState,
  id: number,
  isCover: boolean,
  body: Record<string, unknown>,
): Reply {
  const journal = serverState.journals.find((candidate) => candidate.id === id);
  if (!journal) return notFound;
  if (serverState.refusal !== null) return [403, { error: serverState.refusal, code: "pro_required" }];
  return isCover
    ? [200, { journal_cover: { ...journal.cover, ...body } }]
    : [200, { compose_setting: { ...journal.compose_setting, ...body } }];
}

function respond(serverState: ServerState, method: string, url: URL, body: Record<string, unknown>): Reply {
  if (serverState.isDown) return [503, { error: "Later.", code: "unavailable" }];
  if (serverState.isSessionOver) return [401, { error: "Please log in.", code: "unauthenticated" }];
  if (url.pathname.startsWith("/api/settings")) return respondToSettings(serverState, method, body);
  if (!url.pathname.startsWith("/api/journals")) return [204, null];
  const lookPath = /^\/api\/journals\/(\d+)\/(journal_cover|compose_setting)\/\d+$/.exec(url.pathname);
  if (lookPath) return changeLook(serverState, Number(lookPath[1]), lookPath[2] === "journal_cover", body);
  const [, id, entriesPart, entryIdOrAction] =
    /^\/api\/journals(?:\/(\d+))?(\/entries)?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  if (id === undefined) {
    const isTrashed = url.searchParams.get("view") === "trashed";
    const matchingJournals = serverState.journals.filter(
      (journal) => (journal.trashed_at !== null) === isTrashed,
    );
    return [200, { journals: matchingJournals.map((journal) => ({ journal })) }];
  }
  const journal = serverState.journals.find((candidate) => candidate.id === Number(id));
  if (!journal) return notFound;
  if (entriesPart && entryIdOrAction === undefined)
    return listEntries(serverState, journal, url.searchParams);
  if (entryIdOrAction === "delete" || entryIdOrAction === "restore") {
    return changeEntries(serverState, entryIdOrAction, body.entry_ids as number[], body.permanent === true);
  }
  if (entryIdOrAction !== undefined) {
    const entry = {
      ...serverState.entries.find((candidate) => candidate.id === Number(entryIdOrAction)),
      ...body,
    };
    return [200, { entry }];
  }
  const changedJournal = {
    ...journal,
    ...(typeof body.name === "string" && { name: body.name }),
    ...(body.restore === true && { trashed_at: null }),
    ...(method === "DELETE" && { trashed_at: "2026-11-20T12:00:00.000Z" }),
  };
  serverState.journals = serverState.journals.map((candidate) =>
    candidate.id === changedJournal.id ? changedJournal : candidate,
  );
  return method === "DELETE" ? [204, null] : [200, { journal: changedJournal }];
}

/** A small in-memory server behind the real request layer. `serverState` is its state; tests change it. */
export function testServer(
  initialState: Partial<ServerState> = {},
  hooks: { session?: () => ReturnType<typeof sampleSession> | null; onUnauthorised?: () => void } = {},
) {
  const serverState: ServerState = {
    journals: [],
    entries: [],
    settings: sampleSettings,
    refusal: null,
    isDown: false,
    isSessionOver: false,
    ...initialState,
  };
  const clock: Clock = { now: () => Date.parse("2026-11-20T12:00:00.000Z") };
  let tokens = 0;
  const api = createApi({
    fetch: async (url, init) => {
      const text = typeof init.body === "string" ? init.body : "{}";
      const body = JSON.parse(text) as Record<string, unknown>;
      const [status, reply] = respond(serverState, init.method ?? "GET", new URL(url), body);
      return new Response(status === 204 ? null : JSON.stringify(reply), { status });
    },
    session: hooks.session ?? (() => sampleSession(clock.now() + 1e9)),
    clock,
    sleep: () => Promise.resolve(),
    random: () => `token-${(tokens += 1)}`,
    origin: "http://localhost:3000",
    onUnauthorised: hooks.onUnauthorised ?? (() => {}),
  });
  return { api, clock, serverState };
}
