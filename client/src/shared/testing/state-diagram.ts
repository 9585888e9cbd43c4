import type { AnyStateMachine, AnyStateNode } from "xstate";
import { conditionOf, transitionsOf } from "./transition-log.ts";

const idOf = (node: AnyStateNode): string => node.path.join("_") || "anywhere";

/** What triggers a transition, as a short text. */
function causeOf(node: AnyStateNode, eventType: string): string {
  const delay = /^xstate\.after\.(.+)$/.exec(eventType)?.[1];
  if (delay !== undefined) return `after ${delay.slice(0, -(node.id.length + 1))}`;
  if (eventType.startsWith("xstate.done")) return "done";
  if (eventType.startsWith("xstate.snapshot")) return "progress";
  return eventType.startsWith("xstate.error") ? "failed" : eventType;
}

type Arrow = { line: string; within: string };

/** The innermost state that contains both ends of an arrow: mermaid requires the arrow to be drawn there. */
function containerOf(ends: readonly AnyStateNode[]): string {
  const [firstPath = [], ...otherPaths] = ends.map(({ path }) => path.slice(0, -1));
  const isShared = (depth: number) => otherPaths.every((path) => path[depth] === firstPath[depth]);
  const sharedDepth = firstPath.findIndex((_, depth) => !isShared(depth));
  return (sharedDepth < 0 ? firstPath : firstPath.slice(0, sharedDepth)).join("_");
}

function arrowsOf(node: AnyStateNode): Arrow[] {
  return transitionsOf(node).map((transition) => {
    const condition = conditionOf(transition);
    const isIgnored = !transition.target && transition.actions.length === 0;
    const words = [
      causeOf(node, transition.eventType),
      condition && `[${condition}]`,
      isIgnored && "(ignored)",
    ].filter((word) => word);
    const to = transition.target?.map(idOf).join(", ") ?? idOf(node);
    const line = `${idOf(node)} --> ${to}${words.length > 0 ? ` : ${words.join(" ")}` : ""}`;
    return { line, within: containerOf([node, ...(transition.target ?? [])]) };
  });
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

function linesOf(node: AnyStateNode, arrows: readonly Arrow[]): string[] {
  const children = Object.values(node.states);
  const initial = node.initial.target?.[0];
  return [
    ...(initial ? [`[*] --> ${idOf(initial)}`] : []),
    ...children.flatMap((child) => {
      const name = `state "${child.key}" as ${idOf(child)}`;
      const isNested = Object.keys(child.states).length > 0;
      return isNested ? [`${name} {`, ...linesOf(child, arrows).map((line) => `  ${line}`), "}"] : [name];
    }),
    ...arrows.filter(({ within }) => within === node.path.join("_")).map(({ line }) => line),
    ...children.filter(({ type }) => type === "final").map((child) => `${idOf(child)} --> [*]`),
  ];
}

/**
 * A machine as a mermaid state diagram, to compare docs/machines.md with the code. Transitions of the
 * machine itself start at "anywhere".
 */
export function stateDiagram({ root }: AnyStateMachine): string {
  const lines = linesOf(root, nodesOf(root).flatMap(arrowsOf));
  return ["stateDiagram-v2", ...lines.map((line) => `  ${line}`)].join("\n");
}
