// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { createConnection, whenReachable } from "./connection.ts";
import { reloadFailedStylesheets, rememberFailedStylesheets } from "./failed-stylesheets.ts";

const links = () => [...document.head.querySelectorAll("link")];

function addStylesheet(href: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  // Not "href": the DOM of this test would request it.
  link.dataset.href = href;
  document.head.append(link);
  return link;
}

test("a stylesheet that failed is requested again, until it is loaded", async () => {
  rememberFailedStylesheets(document);
  const loaded = addStylesheet("/pad.css");
  const failed = addStylesheet("/calendar.css");
  failed.dispatchEvent(new Event("error"));

  const secondTry = reloadFailedStylesheets();
  const thirdTry = reloadFailedStylesheets();
  await vi.waitFor(() => expect(links()[1]).not.toBe(failed));
  expect(links()).toEqual([loaded, expect.objectContaining({ dataset: { href: "/calendar.css" } })]);
  const secondLink = links()[1];
  secondLink?.dispatchEvent(new Event("error"));
  await secondTry;

  await vi.waitFor(() => expect(links()[1]).not.toBe(secondLink));
  links()[1]?.dispatchEvent(new Event("load"));
  await thirdTry;
  const linksAfterLoad = links();
  await reloadFailedStylesheets();
  expect(links()).toEqual(linksAfterLoad);
});

test("a failed stylesheet that was removed from the page is added again, and lets later imports continue", async () => {
  rememberFailedStylesheets(document);
  const failed = addStylesheet("/history.css");
  failed.dispatchEvent(new Event("error"));
  failed.remove();
  const secondTry = reloadFailedStylesheets();
  await vi.waitFor(() => expect(links().at(-1)?.dataset.href).toBe("/history.css"));
  links().at(-1)?.dispatchEvent(new Event("load"));
  await secondTry;
});

test("a stylesheet that fails while its chunk loads is requested again before the chunk is shown", async () => {
  rememberFailedStylesheets(document);
  const failed = addStylesheet("/tour.css");
  const load = async () => {
    failed.dispatchEvent(new Event("error"));
    return "chunk";
  };
  const chunk = whenReachable(load, createConnection())();
  await vi.waitFor(() => expect(failed.isConnected).toBe(false));
  links().at(-1)?.dispatchEvent(new Event("load"));
  expect(await chunk).toBe("chunk");
});
