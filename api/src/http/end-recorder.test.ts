import { expect, test, vi } from "vitest";
import { createEndRecorder } from "./end-recorder.ts";

const command = { userId: 1, key: "save" };
const rejectAsDown = () => Promise.reject(new Error("the database is down"));

/** A recorder whose ledger fails at the first attempt to record an end. Later attempts, with `recordAgain`, succeed. */
function recorderWith(pausesMs: readonly number[]) {
  const giveUp = vi.fn<() => Promise<void>>(rejectAsDown);
  const complete = vi.fn<() => Promise<void>>(rejectAsDown);
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
  ["a run without a success", null],
  ["a successful run", 201],
])("the end of %s is recorded when the database is back", async (_end, status) => {
  const { recorder, recordAgain, warn } = recorderWith([1, 1, 1, 1]);
  recordAgain.mockImplementationOnce(rejectAsDown).mockResolvedValueOnce(false);
  recorder.record(command, status);
  await recorder.settled();
  expect(recordAgain.mock.calls).toEqual([1, 2, 3].map(() => [command, status]));
  expect(warn).toHaveBeenCalledOnce();
});

test("an end that is recorded at the first attempt is not recorded again", async () => {
  const { recorder, giveUp, complete, recordAgain } = recorderWith([1]);
  giveUp.mockResolvedValueOnce();
  complete.mockResolvedValueOnce();
  recorder.record(command, null);
  recorder.record(command, 200);
  await recorder.settled();
  expect(recordAgain).not.toHaveBeenCalled();
});

test("a failed attempt is repeated once for each pause, and never after a stop", async () => {
  const stoppedSetup = recorderWith([600_000]);
  stoppedSetup.recorder.record(command, null);
  stoppedSetup.recorder.stop();
  await stoppedSetup.recorder.settled();
  expect(stoppedSetup.recordAgain).not.toHaveBeenCalled();
  const exhaustedSetup = recorderWith([1, 1]);
  exhaustedSetup.recordAgain.mockImplementation(rejectAsDown);
  exhaustedSetup.recorder.record(command, null);
  await exhaustedSetup.recorder.settled();
  expect(exhaustedSetup.recordAgain).toHaveBeenCalledTimes(2);
});
