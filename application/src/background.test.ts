import { expect, it } from "vitest";
import { createBackground } from "./background.ts";

it("stopping also waits for work that running work begins before it ends", async () => {
  const background = createBackground({ warn: () => {} });
  const done: string[] = [];
  background.run("an operation", async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    background.run("its photos", async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      done.push("photos");
    });
    done.push("operation");
  });
  await background.stop();
  expect(done).toEqual(["operation", "photos"]);
});
