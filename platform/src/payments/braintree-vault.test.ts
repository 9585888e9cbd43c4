import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeBraintree, type Reply, startFakeBraintree } from "./testing/fake-braintree.ts";

let server: FakeBraintree;
beforeEach(async () => {
  server = await startFakeBraintree();
});
afterEach(() => server.stop());

const request = { token: "t-1", nonce: "fake-valid-nonce" };
const visa =
  "<credit-card><card-type>Visa</card-type><last-4>1881</last-4><expiration-month>09</expiration-month><expiration-year>2028</expiration-year></credit-card>";
const customerXml = (methods: string): string => `<customer><id>t-1</id>${methods}</customer>`;
const visaCustomer = customerXml(`<credit-cards type="array">${visa}</credit-cards>`);
const refusedReply = (fields: string, codes: readonly string[] = []): Reply => ({
  status: 422,
  xml: `<api-error-response><errors><customer><errors type="array">${codes
    .map((code) => `<error><code>${code}</code><attribute>id</attribute><message>No</message></error>`)
    .join(
      "",
    )}</errors></customer><errors type="array"/></errors><message>No</message>${fields}</api-error-response>`,
});
const notFound: Reply = { status: 404, xml: "" };

const storedVisa = { type: "card", brand: "Visa", lastFour: "1881", expires: "2028-09" };

describe("Braintree's vault", () => {
  it("stores a card as a new customer after its bank has checked it", async () => {
    server.replies = [{ status: 201, xml: visaCustomer }];
    expect(await server.open().storeMethod(request)).toEqual({ kind: "stored", details: storedVisa });
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/merchants/m/customers" });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      customer: {
        id: "t-1",
        payment_method_nonce: "fake-valid-nonce",
        credit_card: { options: { verify_card: true } },
      },
    });
  });

  it("stores a PayPal account, which has an address instead of a number", async () => {
    const account = "<paypal-account><email>buyer@example.com</email><payer-id>p</payer-id></paypal-account>";
    server.replies = [
      { status: 201, xml: customerXml(`<paypal-accounts type="array">${account}</paypal-accounts>`) },
    ];
    const details = { type: "paypal", email: "buyer@example.com" };
    expect(await server.open().storeMethod(request)).toEqual({ kind: "stored", details });
  });

  it("declines a kind of payment method that cannot be shown, and removes it again", async () => {
    const venmo = "<venmo-account><username>v</username></venmo-account>";
    server.replies = [
      { status: 201, xml: customerXml(`<venmo-accounts type="array">${venmo}</venmo-accounts>`) },
      { status: 200, xml: "" },
    ];
    expect(await server.open().storeMethod(request)).toEqual({
      kind: "declined",
      code: "unsupported_method",
    });
    expect(server.requests[1]).toMatchObject({ method: "DELETE", path: "/merchants/m/customers/t-1" });
  });

  it("finds the method that was stored by an earlier call with a lost answer", async () => {
    const payments = server.open();
    expect(await payments.storeMethod(request)).toEqual({ kind: "unknown" });
    server.replies = [refusedReply("", ["91609"]), { status: 200, xml: visaCustomer }];
    expect(await payments.storeMethod(request)).toEqual({ kind: "stored", details: storedVisa });
  });

  it.each([
    ["its bank", "<processor-response-code>2001</processor-response-code>", "2001"],
    ["Braintree", "<gateway-rejection-reason>cvv</gateway-rejection-reason>", "cvv"],
  ])("declines a card that %s refuses", async (_, fields, code) => {
    server.replies = [refusedReply(`<verification>${fields}</verification>`), notFound];
    expect(await server.open().storeMethod(request)).toEqual({ kind: "declined", code });
  });

  it("declines a nonce that was used for something else", async () => {
    server.replies = [refusedReply("", ["93107"]), notFound];
    expect(await server.open().storeMethod(request)).toEqual({ kind: "declined", code: "93107" });
  });

  it("removes a payment method, also when it is removed already, and rejects when the outcome is unknown", async () => {
    server.replies = [{ status: 200, xml: "" }, notFound, { status: 503, xml: "" }];
    await server.open().removeMethod("t-1");
    await server.open().removeMethod("t-1");
    await expect(server.open().removeMethod("t-1")).rejects.toMatchObject({
      name: "serviceUnavailableError",
    });
    expect(server.requests.map(({ method }) => method)).toEqual(["DELETE", "DELETE", "DELETE"]);
  });
});
