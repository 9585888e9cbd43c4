import { expect, test } from "vitest";
import { createLogger, type Logger } from "./logger.ts";

/** The lines of the log, without their time. */
function written(act: (logger: Logger) => void, level = "info"): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLogger({ level, destination: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => {
    const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return rest;
  });
}

test("lines carry their fields and message, from the chosen level on", () => {
  const lines = written((logger) => {
    logger.info({ position: "7" }, "not shown");
    logger.warn({ position: "8" }, "shown");
  }, "warn");
  expect(lines).toEqual([{ level: 40, position: "8", msg: "shown" }]);
});

test("an error is logged by kind, code and place, never by its message", () => {
  const error = Object.assign(new TypeError("Dear diary\n    at the beach: (secret:1:2)"), {
    code: "ERR_DIARY",
  });
  const [line] = written((logger) => logger.error({ err: error }, "failed"));
  expect(line?.["err"]).toEqual({
    type: "TypeError",
    code: "ERR_DIARY",
    stack: expect.stringMatching(/^\s+at .*logger\.test\.ts/),
  });
  expect(JSON.stringify(line)).not.toMatch(/diary\b|beach|secret/);
});

test("a thrown value that is not an error is not quoted", () => {
  expect(written((logger) => logger.error({ err: "Dear diary" }, "failed"))[0]?.["err"]).toEqual({
    type: "string",
  });
});

test("queries, bodies and secrets are removed from fields at the top and one level down", () => {
  const [line] = written((logger) =>
    logger.info(
      {
        url: "/api/search?q=diary#diary",
        path: "/reset?token=diary",
        password: "diary",
        body: { html: "diary" },
        request: { id: "r1", authorization: "diary", headers: { cookie: "diary" }, query: "diary" },
      },
      "request",
    ),
  );
  expect(line).toEqual({
    level: 30,
    url: "/api/search",
    path: "/reset",
    request: { id: "r1" },
    msg: "request",
  });
});
