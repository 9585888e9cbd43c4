import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@daybook/application/access/limits";
import { fillPath } from "@daybook/domain/contract/paths";
import { remoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import {
  figureWithReference,
  type Effort,
  figure,
  type Figure,
  type Measurement,
  percentile,
} from "./figure.ts";
import { saveUntil } from "./save-until.ts";
import { waitUntilIndexed } from "./wait-until-indexed.ts";

/** The server delays a refusal by 100 ms, so these guessers make about 320 attempts per second. */
const guesserCount = 32;
const guessesPerAddress = 100;
const maxQuietMs = 15_000;

/** Tries one password. Returns the status. */
function guess(agent: Agent, url: string, email: string, password: string): Promise<number> {
  const body = JSON.stringify({ email, password });
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      new URL(fillPath("login"), url),
      { method: "POST", agent, headers },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
}

/** Tries many passwords from many loopback addresses. Returns the number of replies by status. */
async function attack(url: string, email: string, guesses: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let guessCount = 0;
  async function guesser(number: number): Promise<void> {
    for (let address = 1; guessCount < guesses; address = (address % 200) + 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.${number}.${address}` });
      for (let index = 0; index < guessesPerAddress && guessCount < guesses; index++) {
        const status = await guess(agent, url, email, `guess number ${guessCount++}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      agent.destroy();
    }
  }
  await Promise.all(Array.from({ length: guesserCount }, (_, number) => guesser(number + 1)));
  return statuses;
}

async function run(effort: Effort): Promise<Figure[]> {
  // In a full run, these are 100,000.
  const guesses = Math.round((effort.events * 5) / 3);
  return withProduct(async ({ url, dataFolder }) => {
    const owner = remoteDaybook(url);
    const email = "owner@example.com";
    await owner.logInOrSignUp({ email, password: "and so to bed 1660" });
    await saveUntil(url, sleep(2_000));
    await waitUntilIndexed(dataFolder);
    const quietTimes = await saveUntil(url, sleep(Math.min(maxQuietMs, effort.seconds * 2_000)));
    const startedAt = performance.now();
    const attackEnd = attack(url, email, guesses);
    const [busyTimes, statuses] = await Promise.all([saveUntil(url, attackEnd), attackEnd]);
    const seconds = (performance.now() - startedAt) / 1_000;
    const admittedCount = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0);
    const failedCount = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
    const checkedCount = statuses.get(422) ?? 0;
    const { limit, windowMs } = limits.loginOfAccount;
    const maxChecked = limit * Math.ceil((seconds * 1_000) / windowMs);
    const isSessionValid = (await owner.call("listJournals")).ok;
    const mustBeZero = (value: number) => ({
      kind: "required" as const,
      description: "none",
      isMet: value === 0,
    });
    return [
      figure("wrong logins: admitted", admittedCount, `of ${guesses}`, mustBeZero(admittedCount)),
      figure("wrong logins: answered 5xx", failedCount, `of ${guesses}`, mustBeZero(failedCount)),
      figure("wrong logins: checked (not 429)", checkedCount, `of ${guesses}`, {
        kind: "required",
        description: `1 to ${maxChecked}`,
        isMet: checkedCount >= 1 && checkedCount <= maxChecked,
      }),
      figure(
        "wrong logins: owner's session ended",
        isSessionValid ? 0 : 1,
        "",
        mustBeZero(isSessionValid ? 0 : 1),
      ),
      figure("wrong logins: rate", guesses / seconds, "/s"),
      figureWithReference(
        "wrong logins: p99 of another's saves",
        percentile(busyTimes, 0.99),
        "ms",
        { name: "quiet", value: percentile(quietTimes, 0.99) },
        (ratio) => ({ kind: "required", description: "≤ 2 ×", isMet: ratio <= 2 }),
      ),
    ];
  });
}

/**
 * Tries 100,000 wrong passwords for one account from a thousand addresses, while another person writes. A quick run tries fewer, from
 * fewer addresses.
 */
export const wrongLogins: Measurement = { name: "wrong-logins", run };
