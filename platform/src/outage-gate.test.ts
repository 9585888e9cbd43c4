import { expect, test } from "vitest";
import { createOutageGate } from "./outage-gate.ts";

class Silence extends Error {}
class Refused extends Error {}

function openGate() {
  let time = 0;
  const gate = createOutageGate({
    outageMs: 1_000,
    isSilence: (error) => error instanceof Silence,
    refusal: () => new Refused(),
    now: () => time,
  });
  return { gate, pass: (ms: number) => void (time += ms) };
}

const failSilently = (): Promise<never> => Promise.reject(new Silence());
const neverAnswer = (): Promise<never> => new Promise(() => {});
const answerAtOnce = (): Promise<string> => Promise.resolve("here");

test("after a silence, calls fail at once for a while; then the server is asked again", async () => {
  const { gate, pass } = openGate();
  await expect(gate.run(failSilently)).rejects.toBeInstanceOf(Silence);
  await expect(gate.run(answerAtOnce)).rejects.toBeInstanceOf(Refused);
  pass(999);
  await expect(gate.run(answerAtOnce)).rejects.toBeInstanceOf(Refused);
  pass(1);
  expect(await gate.run(answerAtOnce)).toBe("here");
  expect(await gate.run(answerAtOnce)).toBe("here");
});

test("one call at a time tries a server that was silent", async () => {
  const { gate, pass } = openGate();
  await expect(gate.run(failSilently)).rejects.toBeInstanceOf(Silence);
  pass(1_000);
  void gate.run(neverAnswer);
  await expect(gate.run(answerAtOnce)).rejects.toBeInstanceOf(Refused);
});

test("an error that the server answered with does not make later calls fail", async () => {
  const { gate } = openGate();
  await expect(gate.run(() => Promise.reject(new Error("no such blob")))).rejects.toThrow("no such blob");
  expect(await gate.run(answerAtOnce)).toBe("here");
});
