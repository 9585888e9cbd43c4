import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeBraintree, type Reply, startFakeBraintree } from "./testing/fake-braintree.ts";

let server: FakeBraintree;
beforeEach(async () => {
  server = await startFakeBraintree();
});
afterEach(() => server.stop());

const saleReply = (status: string, fields = ""): Reply => ({
  status: 200,
  xml: `<transaction><id>abc</id><type>sale</type><status>${status}</status>${fields}</transaction>`,
});
const refundIds = '<refund-ids type="array"><item>def</item></refund-ids>';
const refusedReply = (code: string): Reply => ({
  status: 422,
  xml: `<api-error-response><errors><transaction><errors type="array"><error><code>${code}</code><attribute>base</attribute><message>No</message></error></errors></transaction><errors type="array"/></errors><message>No</message></api-error-response>`,
});
const refund = () => server.open().refund({ chargeId: "abc" });

describe("refunds at Braintree", () => {
  it.each([
    ["settled", "POST", "/merchants/m/transactions/abc/refund"],
    ["settling", "POST", "/merchants/m/transactions/abc/refund"],
    ["submitted_for_settlement", "PUT", "/merchants/m/transactions/abc/void"],
    ["authorized", "PUT", "/merchants/m/transactions/abc/void"],
  ])(
    "the refund of a charge that is %s looks up the charge and sends one %s",
    async (status, method, path) => {
      server.replies = [saleReply(status), saleReply("voided")];
      expect(await refund()).toEqual({ kind: "refunded" });
      expect(server.requests).toHaveLength(2);
      expect(server.requests[1]).toMatchObject({ method, path });
    },
  );

  it.each([
    ["voided", ""],
    ["settled", refundIds],
  ])(
    "the refund of a charge that is %s and paid back already is not asked for again",
    async (status, fields) => {
      server.replies = [saleReply(status, fields), saleReply(status, fields)];
      expect(await refund()).toEqual({ kind: "refunded" });
      expect(server.requests).toHaveLength(1);
      expect(await server.open().isRefunded("abc")).toBe(true);
    },
  );

  it("the refund of a charge whose settlement is pending is unavailable for now", async () => {
    server.replies = [saleReply("settlement_pending"), saleReply("settled")];
    expect(await refund()).toEqual({ kind: "unavailable" });
    expect(await server.open().isRefunded("abc")).toBe(false);
  });

  it.each([
    ["91506", { kind: "unavailable" }],
    ["91512", { kind: "unavailable" }],
    ["915131", { kind: "declined", code: "915131" }],
  ])("a refund that is refused with %s has the outcome %o", async (code, outcome) => {
    server.replies = [saleReply("settled"), refusedReply(code)];
    expect(await refund()).toEqual(outcome);
  });

  it("a refund without an answer has an unknown outcome, and looking up the charge rejects", async () => {
    server.replies = [saleReply("settled")];
    expect(await refund()).toEqual({ kind: "unknown" });
    await expect(server.open().isRefunded("abc")).rejects.toThrow("socket hang up");
  });
});
