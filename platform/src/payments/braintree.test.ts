import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeBraintree, type Reply, startFakeBraintree } from "./testing/fake-braintree.ts";

let server: FakeBraintree;
beforeEach(async () => {
  server = await startFakeBraintree();
});
afterEach(() => server.stop());

const transaction = (fields: string): string =>
  `<transaction><id>abc</id><type>sale</type><order-id>7</order-id><amount>19.99</amount>${fields}</transaction>`;
const acceptedSale = transaction(
  "<status>submitted_for_settlement</status><credit-card><last-4>1881</last-4></credit-card>",
);
const refusedReply = (fields: string): Reply => ({
  status: 422,
  xml: `<api-error-response><errors><errors type="array"/></errors><message>No</message>${transaction(fields)}</api-error-response>`,
});
const searchReply = (...ids: string[]): Reply => ({
  status: 200,
  xml: `<search-results><page-size type="integer">50</page-size><ids type="array">${ids.map((id) => `<item>${id}</item>`).join("")}</ids></search-results>`,
});
const foundReply = (xml: string): Reply => ({
  status: 200,
  xml: `<credit-card-transactions type="collection"><current-page-number type="integer">1</current-page-number><page-size type="integer">50</page-size><total-items type="integer">1</total-items>${xml}</credit-card-transactions>`,
});

const request = { orderId: 7, amount: 1999, source: { nonce: "fake-valid-nonce" } };
const expectedCharge = { chargeId: "abc", orderId: 7, amount: 1999, cardLastFour: "1881" };

describe("Braintree", () => {
  it("Braintree is asked for the amount in dollars, under the id of the order", async () => {
    server.replies = [{ status: 201, xml: acceptedSale }];
    expect(await server.open().charge(request)).toEqual({ kind: "charged", charge: expectedCharge });
    expect(server.requests[0]?.path).toContain("/merchants/m/transactions");
    expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({
      transaction: {
        amount: "19.99",
        order_id: "7",
        payment_method_nonce: "fake-valid-nonce",
        type: "sale",
      },
    });
  });

  it("a stored payment method is charged by its customer id, and automatic charges are marked", async () => {
    server.replies = [{ status: 201, xml: acceptedSale }];
    await server.open().charge({ ...request, source: { token: "t-1" }, isAutomatic: true });
    const { transaction: sale } = JSON.parse(server.requests[0]?.body ?? "") as {
      transaction: Record<string, unknown>;
    };
    expect(sale).toMatchObject({ customer_id: "t-1", transaction_source: "recurring" });
    expect(sale).not.toHaveProperty("payment_method_nonce");
  });

  it.each([
    [
      "its bank",
      "<status>processor_declined</status><processor-response-code>2001</processor-response-code>",
      "2001",
    ],
    [
      "Braintree",
      "<status>gateway_rejected</status><gateway-rejection-reason>fraud</gateway-rejection-reason>",
      "fraud",
    ],
  ])("a card that %s refuses is declined", async (_, fields, code) => {
    server.replies = [refusedReply(fields)];
    expect(await server.open().charge(request)).toEqual({ kind: "declined", code });
  });

  it("a nonce that was used before is declined", async () => {
    const error =
      "<error><code>91564</code><attribute>payment_method_nonce</attribute><message>No</message></error>";
    const errors = `<errors><transaction><errors type="array">${error}</errors></transaction><errors type="array"/></errors>`;
    server.replies = [
      { status: 422, xml: `<api-error-response>${errors}<message>No</message></api-error-response>` },
    ];
    expect(await server.open().charge(request)).toEqual({ kind: "declined", code: "91564" });
  });

  it.each([
    [401, "unavailable", "authenticationError"],
    [429, "unavailable", "tooManyRequestsError"],
    [500, "unknown", "serverError"],
    [503, "unknown", "serviceUnavailableError"],
    [504, "unknown", "gatewayTimeoutError"],
  ])("an answer with the status %i gives the result “%s”", async (status, kind, code) => {
    server.replies = [{ status, xml: "" }];
    expect(await server.open().charge(request)).toEqual({ kind });
    expect(server.errorCodes).toEqual([code]);
  });

  it("when Braintree cannot be reached, the result of a charge is “unavailable”", async () => {
    const provider = server.open();
    await server.stop();
    expect(await provider.charge(request)).toEqual({ kind: "unavailable" });
    expect(server.errorCodes).toEqual(["ECONNREFUSED"]);
  });

  it("when Braintree hangs up, the outcome is unknown, and the charge is found by the order", async () => {
    const provider = server.open();
    expect(await provider.charge(request)).toEqual({ kind: "unknown" });
    server.replies = [searchReply("abc"), foundReply(acceptedSale)];
    expect(await provider.findCharge(7)).toEqual(expectedCharge);
    expect(server.requests[1]?.body).toContain('"order_id":{"is":"7"}');
  });

  it.each(["processor_declined", "gateway_rejected", "voided", "failed"])(
    "an order whose sale has the status %s has no charge",
    async (status) => {
      server.replies = [searchReply("abc"), foundReply(transaction(`<status>${status}</status>`))];
      expect(await server.open().findCharge(7)).toBeNull();
    },
  );

  it("only the sales whose order ids are Daybook's are listed", async () => {
    const foreignSale = acceptedSale.replace("<order-id>7<", "<order-id>lamp-7<");
    server.replies = [searchReply("abc", "def"), foundReply(acceptedSale + foreignSale)];
    const charges = [];
    for await (const charge of server.open().listCharges(new Date(0))) charges.push(charge);
    expect(charges).toEqual([expectedCharge]);
  });

  it("an order that Braintree does not know has no charge, and a search without an answer rejects", async () => {
    server.replies = [searchReply()];
    expect(await server.open().findCharge(7)).toBeNull();
    await expect(server.open().findCharge(7)).rejects.toThrow("socket hang up");
  });
});
