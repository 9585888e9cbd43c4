import { type Prompt, prompts } from "@daybook/content/prompts";

const maxRemembered = 10_000;

/**
 * Picks random prompts. It remembers the last prompt of the last ten thousand people, and does not give them the same one twice in a
 * row.
 *
 * @param random a number in [0, 1), as from `Math.random`
 */
export function createPromptPicker(random: () => number, choices: readonly Prompt[] = prompts) {
  const lastPrompts = new Map<number, Prompt>();

  return (userId: number): Prompt => {
    const lastPrompt = lastPrompts.get(userId);
    const otherPrompts = choices.filter((prompt) => prompt !== lastPrompt);
    const pickedPrompt = otherPrompts[Math.floor(random() * otherPrompts.length)] ?? lastPrompt;
    if (!pickedPrompt) throw new Error("there are no prompts");
    lastPrompts.delete(userId);
    lastPrompts.set(userId, pickedPrompt);
    const oldestUser = lastPrompts.keys().next();
    if (lastPrompts.size > maxRemembered && !oldestUser.done) lastPrompts.delete(oldestUser.value);
    return pickedPrompt;
  };
}
