import { expect, test } from "vitest";
import {
  type LayoutParts,
  layoutPartsOf,
  mergeHandles,
  type RouteHandle,
  type Viewer,
} from "./route-handle.ts";

const visitor: Viewer = { isLoggedIn: false, isPaid: false, isMobile: false };
const freeViewer: Viewer = { ...visitor, isLoggedIn: true };
const paidViewer: Viewer = { ...freeViewer, isPaid: true };

const shownNames = (parts: LayoutParts) =>
  Object.entries(parts)
    .filter(([, isShown]) => isShown)
    .map(([name]) => name);

test.each<[string, RouteHandle, Viewer, string[]]>([
  ["a visitor", {}, visitor, ["header", "visitorButtons"]],
  ["a free account", {}, freeViewer, ["header", "search", "upgrade"]],
  ["a paid account", {}, paidViewer, ["header", "search"]],
  ["a phone", {}, { ...freeViewer, isMobile: true }, ["header"]],
  ["a route without search", { hidesSearch: true }, freeViewer, ["header", "upgrade"]],
  ["a bare header", { header: "bare" }, freeViewer, ["header"]],
  ["a bare header for a visitor", { header: "bare" }, visitor, ["header"]],
  ["no header", { header: "hidden" }, freeViewer, []],
  ["a footer", { showsFooter: true }, visitor, ["header", "visitorButtons", "footer"]],
  ["a promotion", { showsPromo: true }, freeViewer, ["header", "search", "upgrade", "promo"]],
  ["a promotion for a visitor", { showsPromo: true }, visitor, ["header", "visitorButtons", "promo"]],
  ["a promotion for a paid account", { showsPromo: true }, paidViewer, ["header", "search"]],
])("the layout parts for %s", (_, handle, viewer, expected) => {
  expect(shownNames(layoutPartsOf(handle, viewer))).toEqual(expected);
});

test("the inner route overrides the outer", () => {
  expect(
    mergeHandles([undefined, { isGuarded: true, header: "bare" }, undefined, { header: "hidden" }]),
  ).toEqual({
    isGuarded: true,
    header: "hidden",
  });
});
