import { createAtom } from "../atom.ts";

/** A message that disappears after a while. Its action is usually "Undo". */
export type Toast = { id: number; message: string; action?: { label: string; run: () => void } };

/** Why a toast stays open: the pointer or the focus is on it. */
type HoldReason = "pointer" | "focus";

const lifetimesMs = { plain: 6_000, withAction: 12_000 } as const;

/** The toasts at the bottom of the page, at most three. A toast stays while the pointer or the focus is on it. */
export class ToastsStore {
  readonly all = createAtom<readonly Toast[]>([]);
  #nextId = 1;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  readonly #holds = new Map<number, Set<HoldReason>>();

  show(message: string, action?: Toast["action"]): void {
    const toast = { id: this.#nextId++, message, ...(action && { action }) };
    this.all.set([...this.all.get().slice(-2), toast]);
    this.#restartTimer(toast.id);
  }

  dismiss(id: number): void {
    this.#stopTimer(id);
    this.#holds.delete(id);
    this.all.set(this.all.get().filter((toast) => toast.id !== id));
  }

  /** Keeps a toast open until {@link release} is called for the same reason. */
  hold(id: number, reason: HoldReason): void {
    this.#stopTimer(id);
    this.#holds.set(id, (this.#holds.get(id) ?? new Set()).add(reason));
  }

  /** Ends a hold. When no other hold is left, restarts the timer of the toast. */
  release(id: number, reason: HoldReason): void {
    const holds = this.#holds.get(id);
    holds?.delete(reason);
    if (!holds?.size) this.#restartTimer(id);
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #restartTimer(id: number): void {
    this.#stopTimer(id);
    const toast = this.all.get().find((visibleToast) => visibleToast.id === id);
    if (!toast) return;
    const lifetimeMs = toast.action ? lifetimesMs.withAction : lifetimesMs.plain;
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), lifetimeMs),
    );
  }
}
