import { useSyncExternalStore } from "react";

/** An observable value. For the code of the first load, which does not include MobX. */
export type Atom<T> = {
  readonly get: () => T;
  /** Sets the value. Calls every listener, unless the value is the same. */
  readonly set: (value: T) => void;
  /** Calls back after every change. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates an atom with its first value. */
export function createAtom<T>(initialValue: T): Atom<T> {
  let value = initialValue;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of an atom; renders again when it changes. */
export function useAtom<T>({ subscribe, get }: Atom<T>): T {
  return useSyncExternalStore(subscribe, get);
}
