import { type Prompt, prompts } from "@daybook/content/prompts";

const maxRemembered = 10_000;

/**
 * Returns a function that picks a random prompt for a user. It remembers the latest prompt of each of the ten thousand users who asked
 * most recently. None of them gets the same prompt twice in a row, unless there is only one prompt.
 *
 * @param random returns a number from 0 to below 1, like `Math.random`
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
