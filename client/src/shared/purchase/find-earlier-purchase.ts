import type { Services } from "../services.ts";
import { refreshSession } from "../session/refresh-session.ts";
import type { EarlierOutcome } from "./earlier-purchase.machine.ts";
import { openPurchaseStore, type OpenPurchase } from "./open-purchase.ts";

/** A purchase that the server does not know after this time was lost on its way, or refused before it became an order. */
const longestTransitMs = 5 * 60_000;

/**
 * Asks the server what became of a purchase; nothing is asked for a visitor. Once the outcome is known, the browser forgets the
 * purchase. If it was paid, the session is refreshed before that, because the tier has changed. Throws when a call fails, or when
 * `signal` aborts.
 *
 * @param userId who is logged in; `null` for a visitor
 */
export async function findEarlierPurchase(
  { api, clock, sessionActor }: Pick<Services, "api" | "clock" | "sessionActor">,
  userId: number | null,
  { key, startedAt }: OpenPurchase,
  signal: AbortSignal,
): Promise<EarlierOutcome> {
  if (userId === null) return { state: "of a visitor" };
  // No retries here: the machine asks again.
  const result = await api.call("getSentPurchase", { query: { key } }, { signal, retries: 0 });
  if (!result.ok) throw new Error("There is no answer about the purchase.");
  const { state, description, message } = result.data;
  if (state === "open") return { state };
  if (state === "unknown" && clock.now() - startedAt < longestTransitMs) return { state: "open" };
  if (state === "paid") {
    const hasAnswer = await refreshSession({ api, sessionActor }, { signal });
    // If the page was left, the purchase stays stored, and the next page shows its outcome.
    signal.throwIfAborted();
    if (!hasAnswer) throw new Error("There is no session with the new plan.");
  }
  openPurchaseStore.forget(key);
  switch (state) {
    case "paid":
      return { state, description: description ?? "" };
    case "declined":
      return { state, message: message ?? "" };
    case "not_charged":
      return { state: "not charged" };
    case "unknown":
      return { state: "not found" };
  }
}
