import { expect, test, vi } from "vitest";
import { createEndRecorder } from "./end-recorder.ts";

const command = { userId: 1, key: "save" };
const away = () => Promise.reject(new Error("the database is away"));

/** A recorder whose ledger fails at first. */
function recorderWith(pausesMs: readonly number[]) {
  const giveUp = vi.fn<() => Promise<void>>(away);
  const complete = vi.fn<() => Promise<void>>(away);
  const recordAgain = vi.fn<() => Promise<boolean>>(async () => true);
  const warn = vi.fn<() => void>();
  const recorder = createEndRecorder({
    ledger: { giveUp, complete, recordAgain },
    logger: { warn },
    pausesMs,
  });
  return { recorder, giveUp, complete, recordAgain, warn };
}

test.each([
  ["a refusal", null],
  ["a success", 201],
])("the end of %s is recorded when the database is back", async (_end, status) => {
  const { recorder, recordAgain, warn } = recorderWith([1, 1, 1, 1]);
  recordAgain.mockImplementationOnce(away).mockResolvedValueOnce(false);
  recorder.record(command, status);
  await recorder.settled();
  expect(recordAgain.mock.calls).toEqual([1, 2, 3].map(() => [command, status]));
  expect(warn).toHaveBeenCalledOnce();
});

test("an end that is recorded at once is not recorded again", async () => {
  const { recorder, giveUp, complete, recordAgain } = recorderWith([1]);
  giveUp.mockResolvedValueOnce();
  complete.mockResolvedValueOnce();
  recorder.record(command, null);
  recorder.record(command, 200);
  await recorder.settled();
  expect(recordAgain).not.toHaveBeenCalled();
});

test("the attempts end when the process stops, and after the last pause", async () => {
  const stopped = recorderWith([600_000]);
  stopped.recorder.record(command, null);
  stopped.recorder.stop();
  await stopped.recorder.settled();
  expect(stopped.recordAgain).not.toHaveBeenCalled();
  const tired = recorderWith([1, 1]);
  tired.recordAgain.mockImplementation(away);
  tired.recorder.record(command, null);
  await tired.recorder.settled();
  expect(tired.recordAgain).toHaveBeenCalledTimes(2);
});
