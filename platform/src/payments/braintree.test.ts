import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import braintree from "braintree";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBraintreePayments } from "./braintree.ts";

/** A reply of Braintree's: a status and the XML of its API. */
type Reply = { readonly status: number; readonly xml: string };

let server: Server;
let replies: Reply[];
let requests: { readonly path: string; readonly body: string }[];
let reasons: string[];

beforeEach(async () => {
  [replies, requests, reasons] = [[], [], []];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ path: request.url ?? "", body });
      const reply = replies.shift();
      if (!reply) return void response.destroy();
      response.writeHead(reply.status, { "Content-Type": "application/xml" }).end(reply.xml);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function createPayments() {
  const { port } = server.address() as AddressInfo;
  const environment = new braintree.Environment("127.0.0.1", String(port), "", false, "", "");
  const keys = {
    environment: "sandbox",
    merchantId: "m",
    publicKey: "public",
    privateKey: "private",
  } as const;
  return createBraintreePayments(keys, { environment, onUnavailable: (code) => void reasons.push(code) });
}

const transaction = (fields: string): string =>
  `<transaction><id>abc</id><type>sale</type><order-id>7</order-id><amount>19.99</amount>${fields}</transaction>`;
const settlingSale = transaction(
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

const request = { orderId: 7, amount: 1999, nonce: "fake-valid-nonce" };
const expectedCharge = { chargeId: "abc", orderId: 7, amount: 1999, cardLastFour: "1881" };

describe("Braintree", () => {
  it("is asked for the amount in dollars, under the id of the order", async () => {
    replies = [{ status: 201, xml: settlingSale }];
    expect(await createPayments().charge(request)).toEqual({ kind: "charged", charge: expectedCharge });
    expect(requests[0]?.path).toContain("/merchants/m/transactions");
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({
      transaction: { amount: "19.99", order_id: "7", payment_method_nonce: "fake-valid-nonce", type: "sale" },
    });
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
  ])("declines a card that %s refuses", async (_, fields, code) => {
    replies = [refusedReply(fields)];
    expect(await createPayments().charge(request)).toEqual({ kind: "declined", code });
  });

  it("declines a nonce that was used before", async () => {
    const error =
      "<error><code>91564</code><attribute>payment_method_nonce</attribute><message>No</message></error>";
    const errors = `<errors><transaction><errors type="array">${error}</errors></transaction><errors type="array"/></errors>`;
    replies = [
      { status: 422, xml: `<api-error-response>${errors}<message>No</message></api-error-response>` },
    ];
    expect(await createPayments().charge(request)).toEqual({ kind: "declined", code: "91564" });
  });

  it.each([
    [401, "unavailable", "authenticationError"],
    [429, "unavailable", "tooManyRequestsError"],
    [500, "unknown", "serverError"],
    [503, "unknown", "serviceUnavailableError"],
    [504, "unknown", "gatewayTimeoutError"],
  ])("that answers with %i leaves the outcome %s", async (status, kind, reason) => {
    replies = [{ status, xml: "" }];
    expect(await createPayments().charge(request)).toEqual({ kind });
    expect(reasons).toEqual([reason]);
  });

  it("that cannot be reached has charged nothing", async () => {
    const provider = createPayments();
    await new Promise((resolve) => server.close(resolve));
    expect(await provider.charge(request)).toEqual({ kind: "unavailable" });
    expect(reasons).toEqual(["ECONNREFUSED"]);
  });

  it("that hangs up leaves the outcome unknown, and its charge is found by the order", async () => {
    const provider = createPayments();
    expect(await provider.charge(request)).toEqual({ kind: "unknown" });
    replies = [searchReply("abc"), foundReply(settlingSale)];
    expect(await provider.findCharge(7)).toEqual(expectedCharge);
    expect(requests[1]?.body).toContain('"order_id":{"is":"7"}');
  });

  it.each(["processor_declined", "gateway_rejected", "voided", "failed"])(
    "has no charge of an order whose card was refused: %s",
    async (status) => {
      replies = [searchReply("abc"), foundReply(transaction(`<status>${status}</status>`))];
      expect(await createPayments().findCharge(7)).toBeNull();
    },
  );

  it("lists the sales that are ours", async () => {
    const foreignSale = settlingSale.replace("<order-id>7<", "<order-id>lamp-7<");
    replies = [searchReply("abc", "def"), foundReply(settlingSale + foreignSale)];
    const charges = [];
    for await (const charge of createPayments().listCharges(new Date(0))) charges.push(charge);
    expect(charges).toEqual([expectedCharge]);
  });

  it("has no charge of an order that it does not know, and says nothing when it cannot be asked", async () => {
    replies = [searchReply()];
    expect(await createPayments().findCharge(7)).toBeNull();
    await expect(createPayments().findCharge(7)).rejects.toThrow("socket hang up");
  });
});
