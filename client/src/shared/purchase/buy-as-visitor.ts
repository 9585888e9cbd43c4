import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Api } from "../api-client.ts";
import type { BotCheck } from "../bot-check.ts";
import type { Submission } from "./purchase-types.ts";

type BotToken = { turnstile?: string };
type PurchaseInput = {
  readonly params?: { promoCode: string };
  readonly body: Omit<BodyOf<"goProLoggedOut">, "user" | "payment_method_nonce">;
};

/** The token that each purchase was sent with. A repeat has the same one: with another, it would be another request. */
const sentTokens = new WeakMap<Submission, BotToken>();

/** Sends the purchase of a visitor, the first time with a new token of the bot check. */
export async function buyAsVisitor(
  api: Api,
  botCheck: BotCheck | null,
  submission: Submission,
  { params, body }: PurchaseInput,
) {
  const { visitor, payWith, key } = submission;
  if (!visitor) throw new Error("A visitor buys with an e-mail address and a password.");
  if (!("nonce" in payWith)) throw new Error("A visitor has no stored payment method.");
  const { nonce } = payWith;
  const send = (token: BotToken) => {
    sentTokens.set(submission, token);
    const buyer = { payment_method_nonce: nonce, user: { ...visitor, ...token } };
    const input = { ...(params && { params }), body: { ...body, ...buyer } };
    return api.call("goProLoggedOut", input, { idempotencyKey: key, retries: 0 });
  };
  const sentToken = sentTokens.get(submission);
  if (botCheck && !sentToken) return await botCheck.pass(send);
  return await send(sentToken ?? {});
}
