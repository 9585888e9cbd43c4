/** Sends changes of the same values one after the other, because calls sent in parallel could store an earlier choice last. */
export class ChangeQueue<T extends object> {
  #saved: Partial<T> = {};
  #pending: readonly Partial<T>[] = [];
  #lastReply: Promise<unknown> = Promise.resolve();

  /**
   * Sends a change when the earlier ones have their replies.
   *
   * @param shown the values that were shown before this change
   * @param readStored reads from the reply what the server stored; `null` after a failure
   * @returns the reply, and the value to show in each field of this change: that of the newest later change without a reply, or, if there
   *   is none, the value that the server stored last
   */
  async send<R>(
    shown: T,
    changes: Partial<T>,
    call: () => Promise<R>,
    readStored: (reply: R) => Partial<T> | null,
  ): Promise<{ reply: R; shown: Partial<T> }> {
    // Without a pending change of a field, the shown value is the stored one.
    const hasNoPendingChange = (field: keyof T) => !this.#pending.some((other) => field in other);
    this.#saved = {
      ...this.#saved,
      ...pick(shown, (field) => field in changes && hasNoPendingChange(field)),
    };
    this.#pending = [...this.#pending, changes];
    const pendingReply = this.#lastReply.then(call);
    this.#lastReply = pendingReply;
    const reply = await pendingReply;
    this.#pending = this.#pending.filter((other) => other !== changes);
    this.#saved = { ...this.#saved, ...pick(readStored(reply) ?? {}, (field) => field in changes) };
    const newest: Partial<T> = Object.assign({}, this.#saved, ...this.#pending);
    return { reply, shown: pick(newest, (field) => field in changes) };
  }
}

const pick = <T extends object>(values: Partial<T>, isPicked: (field: keyof T) => boolean): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isPicked(field as keyof T))) as Partial<T>;
