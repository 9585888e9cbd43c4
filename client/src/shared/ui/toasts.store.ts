import { createAtom } from "../atom.ts";

/** A message that disappears after a while. Its action is usually "Undo". */
export type Toast = { id: number; message: string; action?: { label: string; run: () => void } };

const lifetimes = { plain: 6_000, withAction: 12_000 } as const;

/** The toasts at the bottom of the page, at most three. A toast stays while the pointer or the focus is on it. */
export class ToastsStore {
  readonly all = createAtom<readonly Toast[]>([]);
  #nextId = 1;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(message: string, action?: Toast["action"]): void {
    const toast = { id: this.#nextId++, message, ...(action && { action }) };
    this.all.set([...this.all.get().slice(-2), toast]);
    this.release(toast.id);
  }

  dismiss(id: number): void {
    this.hold(id);
    this.all.set(this.all.get().filter((toast) => toast.id !== id));
  }

  /** Stops the timer of a toast. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Restarts the timer of a toast. */
  release(id: number): void {
    this.hold(id);
    const toast = this.all.get().find((visibleToast) => visibleToast.id === id);
    if (!toast) return;
    const lifetimeMs = toast.action ? lifetimes.withAction : lifetimes.plain;
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), lifetimeMs),
    );
  }
}
