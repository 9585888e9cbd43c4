import { type Prompt, prompts } from "@daybook/content/prompts";

const remembered = 10_000;

/**
 * Draws prompts. Nobody gets the same twice in a row from one process, as long as it remembers them: the last ten
 * thousand people who asked.
 *
 * @param random a number in [0, 1), as from `Math.random`
 */
export function createPromptPicker(random: () => number, from: readonly Prompt[] = prompts) {
  const last = new Map<number, Prompt>();

  return (userId: number): Prompt => {
    const before = last.get(userId);
    const others = from.filter((prompt) => prompt !== before);
    const picked = others[Math.floor(random() * others.length)] ?? before;
    if (!picked) throw new Error("there are no prompts");
    last.delete(userId);
    last.set(userId, picked);
    const oldest = last.keys().next();
    if (last.size > remembered && !oldest.done) last.delete(oldest.value);
    return picked;
  };
}
