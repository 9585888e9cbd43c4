import type { AnyStateMachine, AnyStateNode, InspectionEvent } from "xstate";

/** A transition of a machine, as XState represents it. */
export type Transition = AnyStateNode["always"] extends readonly (infer T)[] | undefined ? T : never;

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** The transitions that start in a state itself, not in its child states. */
export function transitionsOf(node: AnyStateNode): Transition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** The guard of a transition as text; `null` without one. */
export function conditionOf({ guard }: Pick<Transition, "guard">): string | null {
  if (typeof guard === "string") return guard;
  if (typeof guard === "object" && "type" in guard) return guard.type;
  return guard ? "guarded" : null;
}

/** One line that identifies a transition: source, event, guard, target. */
function nameOf(transition: Transition): string {
  const { source, eventType, target } = transition;
  const condition = conditionOf(transition);
  return `${source.id} --${eventType}${condition ? ` [${condition}]` : ""}--> ${target?.map(({ id }) => id).join(", ") ?? "(stays)"}`;
}

/**
 * Records which transitions of a machine its tests took. Pass `inspect` to every actor. `missing` lists the transitions that no
 * test took.
 */
export function transitionLog(machine: AnyStateMachine) {
  const allTransitions = nodesOf(machine.root).flatMap(transitionsOf);
  const usedNames = new Set<string>();
  return {
    inspect: (event: InspectionEvent): void => {
      if (event.type !== "@xstate.microstep") return;
      // oxlint-disable-next-line no-underscore-dangle -- XState names it so
      for (const transition of event._transitions) usedNames.add(nameOf(transition));
    },
    missing: (): string[] => [...new Set(allTransitions.map(nameOf))].filter((name) => !usedNames.has(name)),
  };
}
