import { useEffect, useState } from "react";
import { momentOf } from "../dates.ts";
import { type Services, useServices } from "../services.ts";
import { Notice } from "../ui/notice.tsx";
import { useDateFormat } from "../use-date-format.ts";
import { openPurchase } from "./open-purchase.ts";
import { purchaseText as labels } from "./purchase-text.ts";

/** The server gives up an order without a charge after 15 minutes. The rest is a margin. */
const longestOpenOrderMs = 20 * 60_000;
/** The clock of this device may be a little ahead of the server's. */
const clockToleranceMs = 60_000;

type Outcome =
  | { state: "paid"; description: string }
  | { state: "open" | "not found" | "of a visitor"; startedAt: string };

/** The result of a purchase that this browser sent but whose answer it never received; `null` when there was no such purchase. */
async function findOutcome(
  { api, clock, sessionActor }: Pick<Services, "api" | "clock" | "sessionActor">,
  userId: number | null,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const purchase = openPurchase.find(userId, clock.now());
  if (!purchase) return null;
  const startedAt = new Date(purchase.startedAt).toISOString();
  if (userId === null) return { state: "of a visitor", startedAt };
  const result = await api.call("listOrders", {}, { signal });
  if (!result.ok) return { state: "open", startedAt };
  const order = result.data.orders.find(
    (item) => Date.parse(item.order.created_at) >= purchase.startedAt - clockToleranceMs,
  )?.order;
  if (order) {
    const sessionReply = await api.call("refreshToken", {}, { signal });
    if (sessionReply.ok && !signal.aborted)
      sessionActor.send({ type: "session.opened", session: sessionReply.data });
    openPurchase.forget();
    return { state: "paid", description: order.description };
  }
  if (clock.now() - purchase.startedAt < longestOpenOrderMs) return { state: "open", startedAt };
  openPurchase.forget();
  return { state: "not found", startedAt };
}

/**
 * Says what became of a purchase when an earlier page was closed before the answer came.
 *
 * @param props.userId `null` for a visitor
 */
export function EarlierPurchase({ userId }: { userId: number | null }) {
  const { api, clock, sessionActor } = useServices();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const dateFormat = useDateFormat();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void findOutcome({ api, clock, sessionActor }, userId, signal).then((result) => {
      if (!signal.aborted) setOutcome(result);
    });
    return () => controller.abort();
  }, [api, clock, sessionActor, userId]);
  if (!outcome) return null;
  if (outcome.state === "paid") return <Notice>{labels.earlierPaid(outcome.description)}</Notice>;
  const time = momentOf(outcome.startedAt, dateFormat);
  if (outcome.state === "open") return <Notice>{labels.earlierOpen(time)}</Notice>;
  if (outcome.state === "not found") return <Notice>{labels.earlierNotFound(time)}</Notice>;
  return <Notice>{labels.earlierOfVisitor(time)}</Notice>;
}
