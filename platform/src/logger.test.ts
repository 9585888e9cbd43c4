import { expect, test } from "vitest";
import { createLogger, type Logger } from "./logger.ts";

/** The lines of the log, without their time. */
function linesOf(log: (logger: Logger) => void, level = "info"): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createLogger({ level, destination: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => {
    const { time: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
    return fields;
  });
}

test("lines have their fields and message; lines below the chosen level are left out", () => {
  const lines = linesOf((logger) => {
    logger.info({ position: "7" }, "not shown");
    logger.warn({ position: "8" }, "shown");
  }, "warn");
  expect(lines).toEqual([{ level: 40, position: "8", msg: "shown" }]);
});

test("an error is logged by kind, code and place, never by its message", () => {
  const error = Object.assign(new TypeError("Dear diary\n    at the beach: (secret:1:2)"), {
    code: "ERR_DIARY",
  });
  const [line] = linesOf((logger) => logger.error({ err: error }, "failed"));
  expect(line?.["err"]).toEqual({
    type: "TypeError",
    code: "ERR_DIARY",
    stack: expect.stringMatching(/^\s+at .*logger\.test\.ts/),
  });
  expect(JSON.stringify(line)).not.toMatch(/diary\b|beach|secret/);
});

test("a thrown value that is not an error is not quoted", () => {
  expect(linesOf((logger) => logger.error({ err: "Dear diary" }, "failed"))[0]?.["err"]).toEqual({
    type: "string",
  });
});

test("private fields are removed at the top and one level down, and queries from `url` and `path`", () => {
  const [line] = linesOf((logger) =>
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
