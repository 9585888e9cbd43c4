import { type Prompt, prompts } from "@daybook/content/prompts";

const maxRemembered = 10_000;

/**
 * Picks random prompts. It remembers the last prompt of the last ten thousand people, so that nobody gets the same one twice in a
 * row.
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
    if (last.size > maxRemembered && !oldest.done) last.delete(oldest.value);
    return picked;
  };
}
