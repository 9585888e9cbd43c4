import type { ListedEntry } from "@daybook/domain/contract/entries";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { Toasts } from "../../../shared/ui/toast.tsx";
import { JournalPage } from "../journal-page.tsx";
import { resolve } from "../resolve-entries.ts";
import { type CallInput, listServer } from "./sample-list-server.ts";
import { startServices } from "./sample-services.ts";

/** Shows the list of a journal. {@link listServer} answers its calls. */
export async function showList({
  url = "/journals/1/entries",
  entries,
  isPro = false,
  journalNames = ["Samuel’s Journal"],
}: {
  url?: string;
  entries: ListedEntry[];
  isPro?: boolean;
  journalNames?: string[];
}) {
  const { state, calls, answer } = listServer(entries, journalNames);
  const heldCalls = new Map<string, Promise<void>>();
  const call = async (name: string, input: CallInput = {}) => {
    await heldCalls.get(name);
    return answer(name, input);
  };
  const services = startServices(call, isPro);
  const router = createMemoryRouter(
    [
      {
        path: "/journals/:journalId/entries",
        loader: ({ params, request }) =>
          resolve(services as unknown as Services, Number(params.journalId), request),
        Component: () => (
          <>
            <JournalPage lockSlot={() => null} />
            <Toasts />
          </>
        ),
        HydrateFallback: () => null,
      },
      { path: "*", Component: () => null },
    ],
    { initialEntries: [url] },
  );
  const rendered = await renderForTest(<RouterProvider router={router} />, services);
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  /** Waits until the check passes. It runs outside of `act`, because lists and dialogs load after the action that opens them. */
  const waitUntil = async (check: () => void): Promise<void> => {
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    await vi.waitFor(check, 60_000);
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  };
  const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent.trim();
  const page = {
    ...rendered,
    state,
    calls,
    /** Holds calls of this name until the returned function is called. */
    hold: (name: string) => {
      let release = () => {};
      heldCalls.set(name, new Promise((resolve) => (release = resolve)));
      return () => act(async () => release());
    },
    url: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string | number) => act(async () => router.navigate(to as string)),
    all,
    texts: (selector: string) => all(selector).map(({ textContent }) => textContent),
    titles: () => all("h3").map(({ textContent }) => textContent),
    waitUntil,
    expectText: (text: string) =>
      waitUntil(() => {
        if (!document.body.textContent.includes(text)) throw new Error(`"${text}" is not shown`);
      }),
    /** Waits for a button or link with this name, and clicks the last one. */
    click: async (name: string, within = "body") => {
      const find = () =>
        all(`${within} :is(button, a)`).findLast((element) => nameOf(element) === name) as HTMLElement;
      await waitUntil(() => {
        if (!find()) throw new Error(`there is no "${name}"`);
      });
      await act(async () => find().click());
    },
    check: async (label: string) => {
      const find = () =>
        all("input").find(
          (input) =>
            input.getAttribute("aria-label") === label || input.closest("label")?.textContent === label,
        )!;
      await waitUntil(() => {
        if (!find()) throw new Error(`there is no "${label}"`);
      });
      await act(async () => find().click());
    },
    /** Writes into the first field that the selector matches, and submits its form. */
    submit: async (text: string, selector: string) => {
      const field = document.querySelector<HTMLInputElement>(selector)!;
      field.value = text;
      await act(async () => {
        field.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      });
    },
    choose: (label: string, option: string) =>
      act(async () => {
        const select = [...document.querySelectorAll("select")].find(
          ({ labels }) => labels[0]?.textContent === label,
        )!;
        const value = [...select.options].find(({ textContent }) => textContent.startsWith(option))!.value;
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }),
    remove: async () => {
      await rendered.remove();
      services.sessionActor.stop();
      router.dispose();
      localStorage.clear();
    },
  };
  await waitUntil(() => {
    if (all("h1").length === 0) throw new Error("the page is loading");
  });
  return page;
}
