import { StartError } from "@daybook/platform/start-error";
import { AlreadyRunning } from "@daybook/projections/offline/exclusive";
import { SwapTimedOut } from "@daybook/projections/offline/swap";
import { expect, test } from "vitest";
import { failureMessage } from "./failure-message.ts";

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test.each([
  ["a failed start", new StartError("port_taken", "The port is taken."), "The port is taken."],
  ["another run", new AlreadyRunning("Wait until it is done."), "Wait until it is done."],
  ["tables in use", new SwapTimedOut("the tables were in use"), "The tables were in use."],
  ["no database", withCode("ECONNREFUSED", ""), "The database cannot be reached (ECONNREFUSED)."],
  [
    "a file that cannot be read",
    Object.assign(withCode("EACCES", ""), { path: "/data/keys/master.key" }),
    "The command for the projections failed (EACCES).",
  ],
  [
    "a refusal that quotes a row",
    withCode("22P02", 'invalid input syntax: "my secret"'),
    "The command for the projections failed (22P02).",
  ],
  [
    "an error of Node.js itself",
    withCode("ERR_INVALID_ARG_VALUE", "my secret"),
    "The command for the projections failed (ERR_INVALID_ARG_VALUE).",
  ],
  ["anything else", new TypeError("my secret"), "The command for the projections failed."],
  ["a value that is not an error", "my secret", "The command for the projections failed."],
])("%s is reported in one sentence, without private text", (_, error, sentence) => {
  expect(failureMessage(error, "projections")).toBe(sentence);
});
