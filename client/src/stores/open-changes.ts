type Field = {
  /** the last value that the server returned */
  stored: unknown;
  /** the number of the call that stored it; 0 for a value from before the calls */
  storedBy: number;
  /** what the calls under way send, by their numbers */
  readonly sent: Map<number, unknown>;
};

/** Decides what to show while calls that change the same fields are under way, because their replies may arrive in any order. */
export class OpenChanges {
  readonly #fields = new Map<string, Field>();
  #callCount = 0;

  /**
   * Notes a call that begins.
   *
   * @param id whose fields they are
   * @param current the values that are shown
   * @param changes the fields that the call changes
   * @returns the function to call with the values of the reply, or with `null` after a failure. It returns what to show in these fields:
   * what the last call sends, or what the server returned for a later one.
   */
  begin<T extends object>(id: number, current: T, changes: Partial<T>): (reply: T | null) => Partial<T> {
    this.#callCount += 1;
    const call = this.#callCount;
    const names = Object.keys(changes) as (keyof T & string)[];
    const fields = names.map((name) => {
      const key = `${id} ${name}`;
      const field = this.#fields.get(key) ?? { stored: current[name], storedBy: 0, sent: new Map() };
      this.#fields.set(key, field);
      field.sent.set(call, changes[name]);
      return { name, key, field };
    });
    return (reply) => {
      const shown = fields.map(({ name, key, field }) => {
        field.sent.delete(call);
        if (reply && call > field.storedBy) Object.assign(field, { stored: reply[name], storedBy: call });
        if (field.sent.size === 0) this.#fields.delete(key);
        const lastCall = Math.max(0, ...field.sent.keys());
        return [name, lastCall > field.storedBy ? field.sent.get(lastCall) : field.stored];
      });
      return Object.fromEntries(shown) as Partial<T>;
    };
  }
}
