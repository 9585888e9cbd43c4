import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Payments } from "./payments.ts";

/** A provider to test, and ids of orders that it has not seen. */
export type PaymentsUnderTest = {
  readonly open: () => Payments;
  readonly newOrderId: () => number;
};

/** The contract of every adapter of the payment port. */
export function describePaymentsContract(name: string, { open, newOrderId }: PaymentsUnderTest): void {
  describe(`${name} as a payment provider`, () => {
    it("charges a card, and finds the charge by its order", async () => {
      const orderId = newOrderId();
      const outcome = await open().charge({
        orderId,
        amount: 1999,
        source: { nonce: "fake-valid-visa-nonce" },
      });
      if (outcome.kind !== "charged") throw new Error(outcome.kind);
      expect(outcome.charge).toMatchObject({ orderId, amount: 1999, cardLastFour: "1881" });
      await expect.poll(() => open().findCharge(orderId)).toEqual(outcome.charge);
    });

    it("charges a PayPal account, which has no card", async () => {
      const orderId = newOrderId();
      const outcome = await open().charge({
        orderId,
        amount: 999,
        source: { nonce: "fake-paypal-one-time-nonce" },
      });
      expect(outcome).toMatchObject({ kind: "charged", charge: { amount: 999, cardLastFour: null } });
    });

    it.each([
      ["a card that its bank declines", "fake-processor-declined-visa-nonce", 1999, /^2\d{3}$/],
      ["a card number with a wrong check digit", "fake-luhn-invalid-nonce", 1999, /^81715$/],
      ["a nonce that was used before", "fake-consumed-nonce", 1999, /^91564$/],
      ["an unknown nonce", "4111111111111111", 1999, /^91565$/],
      ["an amount above what is on the card", "fake-valid-nonce", 200_100, /^2001$/],
    ])("declines %s, and finds no charge of it", async (_, nonce, amount, code) => {
      const orderId = newOrderId();
      const outcome = await open().charge({ orderId, amount, source: { nonce } });
      expect(outcome).toEqual({ kind: "declined", code: expect.stringMatching(code) as string });
      expect(await open().findCharge(orderId)).toBeNull();
    });

    it.each([
      [
        "a card",
        "fake-valid-mastercard-nonce",
        { type: "card", brand: "MasterCard", lastFour: "4444" },
        "4444",
      ],
      ["a PayPal account", "fake-paypal-billing-agreement-nonce", { type: "paypal" }, null],
    ])("stores %s, charges it several times, and forgets it", async (_, nonce, details, cardLastFour) => {
      const token = randomUUID();
      const storeOutcome = await open().storeMethod({ token, nonce });
      expect(storeOutcome).toMatchObject({ kind: "stored", details });
      if (storeOutcome.kind === "stored" && storeOutcome.details.type === "card") {
        expect(storeOutcome.details.expires).toMatch(/^\d{4}-\d\d$/);
      }
      // If the reply is lost, the caller repeats the call with the nonce that is already used, and must get the same result.
      expect(await open().storeMethod({ token, nonce })).toEqual(storeOutcome);
      const charge = { amount: 1999, source: { token } };
      for (const isAutomatic of [false, true]) {
        const outcome = await open().charge({ ...charge, orderId: newOrderId(), isAutomatic });
        expect(outcome).toMatchObject({ kind: "charged", charge: { amount: 1999, cardLastFour } });
      }
      await open().removeMethod(token);
      await open().removeMethod(token);
      const refusedOutcome = await open().charge({ ...charge, orderId: newOrderId() });
      expect(refusedOutcome).toEqual({ kind: "declined", code: "91510" });
    });

    it.each([
      ["a card that its bank declines", "fake-processor-declined-visa-nonce", /^2\d{3}$/],
      ["a nonce that was used before", "fake-consumed-nonce", /^9\d{4}$/],
      ["a PayPal account that can be charged only once", "fake-paypal-one-time-nonce", /^82902$/],
      ["an unknown nonce", "4111111111111111", /^9\d{4}$/],
    ])("does not store %s", async (_, nonce, code) => {
      const token = randomUUID();
      const outcome = await open().storeMethod({ token, nonce });
      expect(outcome).toEqual({ kind: "declined", code: expect.stringMatching(code) as string });
      const charge = { orderId: newOrderId(), amount: 1999, source: { token } };
      expect(await open().charge(charge)).toEqual({ kind: "declined", code: "91510" });
    });

    it.each(["fake-valid-visa-nonce", "fake-paypal-one-time-nonce"])(
      "pays back what was charged with %s, and a repeat gets the same answer",
      async (nonce) => {
        const outcome = await open().charge({ orderId: newOrderId(), amount: 1999, source: { nonce } });
        if (outcome.kind !== "charged") throw new Error(outcome.kind);
        const { chargeId } = outcome.charge;
        expect(await open().isRefunded(chargeId)).toBe(false);
        expect(await open().refund({ chargeId })).toEqual({ kind: "refunded" });
        expect(await open().refund({ chargeId })).toEqual({ kind: "refunded" });
        expect(await open().isRefunded(chargeId)).toBe(true);
      },
    );

    it("pays nothing back for a charge that it does not know", async () => {
      expect(await open().refund({ chargeId: "unknown" })).toEqual({ kind: "unavailable" });
    });

    it("lists the charges since a time, and no refused ones", async () => {
      const [paidOrderId, refusedOrderId] = [newOrderId(), newOrderId()];
      const since = new Date(Date.now() - 3_600_000);
      const listOrderIds = async (from: Date): Promise<number[]> => {
        const ids: number[] = [];
        for await (const { orderId } of open().listCharges(from)) ids.push(orderId);
        return ids;
      };
      await open().charge({ orderId: paidOrderId, amount: 1999, source: { nonce: "fake-valid-nonce" } });
      await open().charge({
        orderId: refusedOrderId,
        amount: 1999,
        source: { nonce: "fake-luhn-invalid-nonce" },
      });
      await expect.poll(() => listOrderIds(since)).toContain(paidOrderId);
      expect(await listOrderIds(since)).not.toContain(refusedOrderId);
      expect(await listOrderIds(new Date(Date.now() + 3_600_000))).not.toContain(paidOrderId);
    });

    it("finds no charge of an order that it does not know", async () => {
      expect(await open().findCharge(newOrderId())).toBeNull();
    });
  });
}
