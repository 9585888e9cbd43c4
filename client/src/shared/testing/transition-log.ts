import type { AnyStateMachine, AnyStateNode, InspectionEvent } from "xstate";

type Transition = AnyStateNode["always"] extends readonly (infer T)[] | undefined ? T : never;

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** One line that names a transition: where from, by what, on which condition, where to. */
function nameOf({ source, eventType, target, guard }: Transition): string {
  const condition = typeof guard === "string" ? ` [${guard}]` : guard ? " [guarded]" : "";
  return `${source.id} --${eventType}${condition}--> ${target?.map(({ id }) => id).join(", ") ?? "(stays)"}`;
}

/**
 * Which transitions of a machine its tests took. Give `inspect` to every actor; `missing` lists those that nobody took,
 * so that a new arrow without a test fails.
 */
export function transitionLog(machine: AnyStateMachine) {
  const all = nodesOf(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
  const taken = new Set<string>();
  return {
    inspect: (event: InspectionEvent): void => {
      if (event.type !== "@xstate.microstep") return;
      // oxlint-disable-next-line no-underscore-dangle -- XState names it so
      for (const transition of event._transitions) taken.add(nameOf(transition));
    },
    missing: (): string[] => [...new Set(all.map(nameOf))].filter((name) => !taken.has(name)),
  };
}
