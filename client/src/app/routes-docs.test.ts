import { existsSync, readFileSync } from "node:fs";
import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { placeholderRoutes } from "./placeholder-routes.tsx";
import { createRoutes } from "./routes.tsx";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";

const root = new URL("../../../", import.meta.url);

type Row = { path: string; who: string; state: string; file: string };

const rows: Row[] = readFileSync(new URL("docs/routes.md", root), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [route = "", who = "", , state = "", file = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { path: /`([^`]*)`/.exec(route)?.[1] ?? "", who, state, file };
  });

/** The paths of all routes, and whether they are protected by their own or an outer route. Layout routes are left out. */
function flatten(
  routes: readonly RouteObject[],
  parent = "",
  isOuterGuarded = false,
): { path: string; isGuarded: boolean }[] {
  return routes.flatMap((route) => {
    const path =
      route.path?.startsWith("/") || !parent ? (route.path ?? parent) : `${parent}/${route.path ?? ""}`;
    const isGuarded = isOuterGuarded || (route.handle as RouteHandle | undefined)?.isGuarded === true;
    const childRoutes = flatten(route.children ?? [], path, isGuarded);
    return route.children ? childRoutes : [{ path: path.replace(/(.)\/$/, "$1"), isGuarded }];
  });
}

const services = {} as Services;
const routes = flatten(createRoutes(services));

test("every route has a row in docs/routes.md, and every row has a route", () => {
  const routePaths = new Set(routes.map(({ path }) => path));
  expect(rows.map(({ path }) => path).sort()).toEqual([...routePaths].sort());
});

test("docs/routes.md says which routes are protected", () => {
  const guardedPaths = new Set(routes.filter((route) => route.isGuarded).map(({ path }) => path));
  const listedPaths = rows.filter(({ who }) => who === "logged in").map(({ path }) => path);
  expect(listedPaths.sort()).toEqual([...guardedPaths].sort());
});

test("docs/routes.md says which routes are placeholders", () => {
  const placeholderPaths = flatten(placeholderRoutes()).map(({ path }) => path);
  const listedPaths = rows.filter(({ state }) => state === "not yet").map(({ path }) => path);
  expect(listedPaths.sort()).toEqual(placeholderPaths.sort());
});

test("the files that docs/routes.md names exist", () => {
  const missingRows = rows.filter(({ file }) => !existsSync(new URL(file, root)));
  expect(missingRows).toEqual([]);
});
