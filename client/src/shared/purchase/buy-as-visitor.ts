import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Api } from "../api-client.ts";
import type { BotCheck } from "../bot-check.ts";
import type { Submission } from "./purchase-types.ts";

type BotToken = { turnstile?: string };
type PurchaseInput = {
  readonly params?: { promoCode: string };
  readonly body: Omit<BodyOf<"goProLoggedOut">, "user">;
};

/**
 * The bot-check token of each purchase that was sent. A repeat sends the same token, because requests with the same idempotency key must
 * be equal.
 */
const sentTokens = new WeakMap<Submission, BotToken>();

/** Sends the purchase of a visitor, the first time with a new token of the bot check. */
export async function buyAsVisitor(
  api: Api,
  botCheck: BotCheck | null,
  submission: Submission,
  { params, body }: PurchaseInput,
) {
  const { visitor, key } = submission;
  if (!visitor) throw new Error("A visitor buys with an e-mail address and a password.");
  const send = (token: BotToken) => {
    sentTokens.set(submission, token);
    const input = { ...(params && { params }), body: { ...body, user: { ...visitor, ...token } } };
    return api.call("goProLoggedOut", input, { idempotencyKey: key, retries: 0 });
  };
  const sentToken = sentTokens.get(submission);
  if (botCheck && !sentToken) return await botCheck.pass(send);
  return await send(sentToken ?? {});
}
