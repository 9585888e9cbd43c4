import { expect, test } from "vitest";
import { createOutageGate } from "./outage-gate.ts";

class NoAnswerError extends Error {}
class RefusedError extends Error {}

function openGate() {
  let time = 0;
  const gate = createOutageGate({
    outageMs: 1_000,
    isNoAnswer: (error) => error instanceof NoAnswerError,
    refusal: () => new RefusedError(),
    now: () => time,
  });
  return { gate, advance: (ms: number) => void (time += ms) };
}

const failWithoutAnswer = (): Promise<never> => Promise.reject(new NoAnswerError());
const neverAnswer = (): Promise<never> => new Promise(() => {});
const answer = (): Promise<string> => Promise.resolve("here");

test("after a call without an answer, calls fail immediately for a while; then the server is asked again", async () => {
  const { gate, advance } = openGate();
  await expect(gate.run(failWithoutAnswer)).rejects.toBeInstanceOf(NoAnswerError);
  await expect(gate.run(answer)).rejects.toBeInstanceOf(RefusedError);
  advance(999);
  await expect(gate.run(answer)).rejects.toBeInstanceOf(RefusedError);
  advance(1);
  expect(await gate.run(answer)).toBe("here");
  expect(await gate.run(answer)).toBe("here");
});

test("while one call tries a silent server again, other calls fail immediately", async () => {
  const { gate, advance } = openGate();
  await expect(gate.run(failWithoutAnswer)).rejects.toBeInstanceOf(NoAnswerError);
  advance(1_000);
  void gate.run(neverAnswer);
  await expect(gate.run(answer)).rejects.toBeInstanceOf(RefusedError);
});

test("an error that the server answered with does not make later calls fail", async () => {
  const { gate } = openGate();
  await expect(gate.run(() => Promise.reject(new Error("no such blob")))).rejects.toThrow("no such blob");
  expect(await gate.run(answer)).toBe("here");
});
