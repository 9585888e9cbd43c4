import { type Experiment, experiments } from "@daybook/domain/contract/analytics-values";

/** The group of this browser in each experiment. */
export type ExperimentGroups = { [E in Experiment]: (typeof experiments)[E][number] };

const keyOf = (experiment: Experiment): string => `daybook-experiment-${experiment}`;

/**
 * The experiment groups of this browser: assigned at random once, then stored. Without storage they apply to this visit only.
 *
 * @param random returns a number of at least 0 and less than 1
 * @param storage `localStorage`; may throw
 */
export function experimentGroups(
  random: () => number,
  storage: () => Pick<Storage, "getItem" | "setItem">,
): ExperimentGroups {
  function groupIn<E extends Experiment>(experiment: E): ExperimentGroups[E] {
    const groups: readonly ExperimentGroups[E][] = experiments[experiment];
    const pickGroup = () => groups[Math.floor(random() * groups.length)] ?? experiments[experiment][0];
    try {
      const storedText = storage().getItem(keyOf(experiment));
      const storedGroup = groups.find((group) => group === storedText);
      if (storedGroup) return storedGroup;
      const newGroup = pickGroup();
      storage().setItem(keyOf(experiment), newGroup);
      return newGroup;
    } catch {
      return pickGroup();
    }
  }
  return { pro_form_carousel: groupIn("pro_form_carousel") };
}
