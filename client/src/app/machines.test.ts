import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { autoLogoutMachine } from "../features/auto-logout/auto-logout.machine.ts";
import { confirmMachine } from "../features/confirm/confirm.machine.ts";
import { downgradeMachine } from "../features/downgrade/downgrade.machine.ts";
import { purchaseMachine } from "../shared/purchase/purchase.machine.ts";
import { earlierPurchaseMachine } from "../shared/purchase/earlier-purchase.machine.ts";
import { countdownMachine } from "../features/promos/countdown.machine.ts";
import { autosaveMachine } from "../features/entry-pad/autosave/autosave.machine.ts";
import { installMachine } from "../features/install/install.machine.ts";
import { suggestMachine } from "../features/search/suggest.machine.ts";
import { sessionMachine } from "../shared/session/session.machine.ts";
import { loaderMachine } from "../shared/loader.machine.ts";
import { operationMachine } from "../shared/operations/operation.machine.ts";
import { stateDiagram } from "../shared/testing/state-diagram.ts";

const machines: AnyStateMachine[] = [
  sessionMachine,
  autoLogoutMachine,
  autosaveMachine,
  confirmMachine,
  installMachine,
  suggestMachine,
  loaderMachine,
  operationMachine,
  purchaseMachine,
  earlierPurchaseMachine,
  countdownMachine,
  downgradeMachine,
];

const page = readFileSync(new URL("../../../docs/machines.md", import.meta.url), "utf8");

/** The diagram under a machine's heading. */
const diagramOf = (id: string) =>
  new RegExp(`^## ${id}\\n[^#]*?\`\`\`mermaid\\n(.*?)\\n\`\`\``, "ms").exec(page)?.[1];

describe("docs/machines.md", () => {
  test.each(machines.map((machine) => [machine.id, machine] as const))(
    "the diagram of the machine “%s” in docs/machines.md matches the code",
    (id, machine) => {
      expect(diagramOf(id)).toBe(stateDiagram(machine));
    },
  );

  test("every file with a machine is compared with docs/machines.md", () => {
    const files = readdirSync(new URL("..", import.meta.url), { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => file.endsWith(".machine.ts"))).toHaveLength(machines.length);
  });

  test("docs/machines.md lists exactly the machines of this test, in the same order", () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, id]) => id);
    expect(headings).toEqual(machines.map(({ id }) => id));
  });
});
