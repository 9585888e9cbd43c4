import { useSyncExternalStore } from "react";

/** An observable value. The code of the first load uses atoms, because it does not include MobX. */
export type Atom<T> = {
  readonly get: () => T;
  /** Sets the value. Calls every listener, unless the value is the same. */
  readonly set: (value: T) => void;
  /** Calls the listener after every change. Returns a function that removes the listener. */
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
