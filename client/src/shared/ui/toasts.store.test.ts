import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastsStore } from "./toasts.store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const messages = (toasts: ToastsStore) => toasts.all.get().map(({ message }) => message);
const undo = { label: "Undo", run: () => {} };

test("a toast disappears; one with an action stays longer", () => {
  const toasts = new ToastsStore();
  toasts.show("plain");
  toasts.show("with undo", undo);
  vi.advanceTimersByTime(6_000);
  expect(messages(toasts)).toEqual(["with undo"]);
  vi.advanceTimersByTime(6_000);
  expect(messages(toasts)).toEqual([]);
});

test("a held toast stays, and its timer restarts on release", () => {
  const toasts = new ToastsStore();
  toasts.show("with undo", undo);
  const id = toasts.all.get()[0]?.id ?? 0;
  vi.advanceTimersByTime(11_000);
  toasts.hold(id, "pointer");
  vi.advanceTimersByTime(60_000);
  expect(messages(toasts)).toEqual(["with undo"]);
  toasts.release(id, "pointer");
  vi.advanceTimersByTime(11_000);
  expect(messages(toasts)).toEqual(["with undo"]);
  vi.advanceTimersByTime(1_000);
  expect(messages(toasts)).toEqual([]);
});

test("a toast with the focus stays when the pointer leaves it", () => {
  const toasts = new ToastsStore();
  toasts.show("plain");
  const id = toasts.all.get()[0]?.id ?? 0;
  toasts.hold(id, "focus");
  toasts.hold(id, "pointer");
  toasts.release(id, "pointer");
  vi.advanceTimersByTime(60_000);
  expect(messages(toasts)).toEqual(["plain"]);
  toasts.release(id, "focus");
  vi.advanceTimersByTime(6_000);
  expect(messages(toasts)).toEqual([]);
});

test("at most three toasts are shown, the newest last", () => {
  const toasts = new ToastsStore();
  for (const message of ["1", "2", "3", "4"]) toasts.show(message);
  expect(messages(toasts)).toEqual(["2", "3", "4"]);
});

test("a dismissed toast disappears", () => {
  const toasts = new ToastsStore();
  toasts.show("1");
  toasts.dismiss(toasts.all.get()[0]?.id ?? 0);
  expect(messages(toasts)).toEqual([]);
});
