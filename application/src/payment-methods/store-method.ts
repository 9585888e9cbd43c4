import { randomUUID } from "node:crypto";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { MethodRow } from "@daybook/platform/payments/payment-methods";
import { limits, limitTries } from "../access/limits.ts";
import { sessionEnded } from "../accounts/refusals.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Context, Refusal } from "../context.ts";
import { declineSentence } from "../purchases/decline-sentence.ts";
import { removeMarkedMethods } from "./remove-method.ts";
import { type MethodView, sealDetails, viewMethod } from "./view-method.ts";

const notStored = (): Refusal =>
  reject(
    "unavailable",
    "Your payment method could not be saved right now, and nothing was charged. Please try again later.",
  );

const methodReplaced = (): Refusal =>
  reject("not_found", "This payment method was replaced or removed in the meantime.");

/** Finds the row of this command, or adds one. Rejects an id that another command has taken. */
async function findOrAddRow(app: Application, { actor, command }: Context, id: number) {
  const { commandId } = command;
  const existingRow = await app.paymentMethods.find(id);
  if (existingRow)
    return existingRow.commandId === commandId ? existingRow : reject("id_taken", "That id is taken.");
  const row = { id, accountId: actor.userId, token: randomUUID(), commandId };
  const isAdded = await app.paymentMethods.begin(row);
  return isAdded
    ? { ...row, status: "storing" as const, details: null }
    : reject("id_taken", "That id is taken.");
}

/** Asks the provider to store the method, and records the answer. */
async function finishStoring(app: Application, row: MethodRow, nonce: string): Promise<MethodView | Refusal> {
  const { id, accountId, token } = row;
  const outcome = await app.payments.storeMethod({ token, nonce });
  switch (outcome.kind) {
    case "declined":
      await app.paymentMethods.forget(id);
      return reject("declined", declineSentence(outcome.code));
    case "unavailable":
    case "unknown":
      // A repeat of this call asks again under the same token. Without a repeat, a job removes the method.
      return notStored();
    case "stored": {
      const key = await app.vault.openKey(streamOf.account(accountId));
      const { details } = outcome;
      const isStored =
        key !== null && (await app.paymentMethods.markStored(row, sealDetails(key, accountId, details)));
      // Removes the method that the new one replaces. If the account was erased in the meantime, a job removes the new one.
      app.inBackground("removing payment methods", () => removeMarkedMethods(app, accountId));
      if (!key) return sessionEnded();
      return isStored ? { id, details } : methodReplaced();
    }
  }
}

/**
 * Stores a payment method of the actor at the provider. The new method replaces the method that the account had. Nothing is charged,
 * but the bank checks a card.
 */
export async function storePaymentMethod(
  app: Application,
  context: Context,
  nonce: string,
): Promise<MethodView | Refusal> {
  const { actor, command } = context;
  if (!command.repeated) {
    const limitRefusal = await limitTries(app, limits.purchasesOfAccount, actor.userId);
    if (limitRefusal) return limitRefusal;
  }
  const row = await claimId<MethodRow>(command.ids[1], (id) => findOrAddRow(app, context, id));
  if (isRejection(row)) return row;
  if (row.status === "storing") return finishStoring(app, row, nonce);
  return (await viewMethod(app, row)) ?? methodReplaced();
}
