import type { QueryOf } from "@daybook/domain/contract/contract";
import type { Journal } from "@daybook/domain/contract/journals";
import type { FoundEntry } from "@daybook/domain/contract/search";
import { act, type ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../../shared/api-client.ts";
import { sessionMachine } from "../../../shared/session/session.machine.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { sampleSettings } from "../../../shared/testing/test-server.ts";
import { SettingsStore } from "../../../stores/settings.store.ts";
import type { SearchReply } from "../search.store.ts";

/** A result as the server returns it. */
export const foundEntry = (id: number, changes: Partial<FoundEntry> = {}): FoundEntry => ({
  id,
  title: `Fire, day ${id}`,
  excerpt: "The <mark>fire</mark> went on.",
  created: 0,
  local_date: "1970-01-01",
  is_locked: false,
  journal: { id: 1, name: "Diary", is_locked: false },
  ...changes,
});

/** A reply of the server with these entries. */
export const searchReply = (
  entries: readonly FoundEntry[],
  changes: Partial<SearchReply> = {},
): SearchReply => ({
  total_entries: entries.length,
  page: 1,
  entries: entries.map((entry) => ({ entry })),
  tags: [],
  corrected_query: null,
  has_all_words: true,
  ...changes,
});

type SearchAnswer = SearchReply | "unavailable" | "not found" | Promise<SearchReply>;
type SearchQuery = QueryOf<"search">;

/**
 * Renders a component of the search at a URL. The test answers the searches.
 *
 * @param options.answer the answer of the server to a search
 * @param options.origin the page that the user came from
 */
export async function showSearch(
  content: ReactNode,
  {
    url,
    answer,
    isPro = false,
    journals = [],
    origin,
  }: {
    url: string;
    answer: (query: SearchQuery) => SearchAnswer;
    isPro?: boolean;
    journals?: readonly Partial<Journal>[];
    origin?: string;
  },
) {
  const queries: SearchQuery[] = [];
  const callApi = async (name: string, input?: { query?: SearchQuery }) => {
    if (name === "getSettings")
      return { ok: true, data: { settings: { ...sampleSettings, date_format: "D MMMM YYYY" } } };
    if (name === "listJournals")
      return {
        ok: true,
        data: {
          journals: journals.map((journal, index) => ({ journal: sampleJournal(index + 1, journal) })),
        },
      };
    const query = input?.query ?? {};
    queries.push(query);
    const reply = await answer(query);
    if (reply === "not found")
      return { ok: false, status: 404, code: "not_found", message: "We couldn't find that journal." };
    if (reply !== "unavailable") return { ok: true, status: 200, data: reply };
    return { ok: false, status: 503, code: "unavailable", message: "Daybook cannot do this right now." };
  };
  const api = { call: callApi } as unknown as Api;
  const session = sampleSession(Date.now() + 1e9);
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => Date.now(), read: () => ({ ...session, user: { ...session.user, is_pro: isPro } }) },
  }).start();
  const settings = new SettingsStore(api);
  await settings.load();
  let location: ReturnType<typeof useLocation> | undefined;
  function ShownLocation() {
    location = useLocation();
    return null;
  }
  const [pathname = "", search = ""] = url.split("?");
  const startLocation = {
    pathname,
    search: search && `?${search}`,
    state: origin === undefined ? null : { origin },
  };
  const rendered = await renderForTest(
    <MemoryRouter initialEntries={[startLocation]}>
      {content}
      <ShownLocation />
    </MemoryRouter>,
    { api, sessionActor, settings, stores: null },
  );
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  return {
    ...rendered,
    remove: async () => {
      await rendered.remove();
      sessionActor.stop();
      localStorage.clear();
    },
    /** the searches that were sent */
    queries,
    /** Logs in as this user, without a logout before. */
    changeUser: (id: number) =>
      act(async () =>
        sessionActor.send({ type: "session.opened", session: { ...session, user: { ...session.user, id } } }),
      ),
    url: () => `${location?.pathname}${location?.search}`,
    state: () => location?.state as unknown,
    all,
    texts: (selector: string) => all(selector).map(({ textContent }) => textContent),
    /** the link or option with this `aria-label`, or whose text begins with it */
    link: (name: string) =>
      all("a, [role=option]").find(
        (link) => link.getAttribute("aria-label") === name || link.textContent.startsWith(name),
      )!,
    field: () => document.querySelector<HTMLInputElement>("input")!,
    /** Waits until the check passes. */
    waitUntil: async (check: () => void) => {
      const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
      environment.IS_REACT_ACT_ENVIRONMENT = false;
      await vi.waitFor(check, 60_000);
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    },
    /** the select with this label */
    select: (label: string) =>
      [...document.querySelectorAll("select")].find(({ labels }) =>
        labels[0]?.textContent.startsWith(label),
      )!,
    click: (element: HTMLElement) => act(async () => element.click()),
    /** Presses a key in the element that has the focus. Enter submits its form, unless the page handles the key. */
    press: (key: string, modifiers: KeyboardEventInit = {}) =>
      act(async () => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers });
        const isUnhandled = (document.activeElement ?? document.body).dispatchEvent(event);
        const form = (document.activeElement as HTMLInputElement | null)?.form;
        if (key === "Enter" && isUnhandled)
          form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      }),
    /** Replaces the text of the search field. */
    fill: (text: string) =>
      act(async () => {
        const field = document.querySelector<HTMLInputElement>("input")!;
        field.focus();
        Reflect.set(HTMLInputElement.prototype, "value", text, field);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    choose: (select: HTMLSelectElement, option: string) =>
      act(async () => {
        const value = [...select.options].find(({ textContent }) => textContent === option)!.value;
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }),
  };
}
