import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { membershipDecider } from "./decider.ts";
import { membershipSamples } from "./samples.ts";

const given = specify(membershipDecider);
const { MembershipBought, MembershipRenewed, MembershipConverted, MembershipDowngraded, MembershipRefunded } =
  membershipSamples;
const { MembershipAutoRenewed, RenewalAnnounced, RenewalPaymentFailed, MembershipExpired } =
  membershipSamples;
const purchases = [MembershipBought, MembershipRenewed, MembershipConverted] as const;

describe("memberships", () => {
  it.each([
    ["bought", MembershipBought],
    ["renewed", MembershipRenewed],
    ["converted", MembershipConverted],
    ["auto_renewed", MembershipAutoRenewed],
  ] as const)("a membership records a purchase of the kind %s", (kind, event) => {
    given().when({ type: "Buy", kind, data: event.data }).then(event);
  });

  it("a membership is bought once for each order", () => {
    given(MembershipBought).when({ type: "Buy", kind: "bought", data: MembershipBought.data }).thenNothing();
  });

  it("a membership keeps its paid periods until a conversion, whose credit counts as paid", () => {
    given(MembershipBought)
      .when({ type: "Buy", kind: "renewed", data: MembershipRenewed.data })
      .thenState(({ periods }) => expect(periods.map(({ paid }) => paid)).toEqual([1999, 1999]));
    given(MembershipBought, MembershipRenewed)
      .when({ type: "Buy", kind: "converted", data: MembershipConverted.data })
      .thenState(({ periods, orders }) => {
        expect(periods.map(({ paid }) => paid)).toEqual([4999]);
        expect(orders.size).toBe(3);
      });
  });
});

describe("downgrades", () => {
  const downgrade = { type: "Downgrade", data: MembershipDowngraded.data } as const;
  const recordRefund = { type: "RecordRefund", data: MembershipRefunded.data } as const;

  it("a downgrade to the basic plan ends the paid time, and sets the refund of each refunded order to due", () => {
    given(...purchases)
      .when(downgrade)
      .then(MembershipDowngraded);
    given(...purchases)
      .when(downgrade)
      .thenState(({ periods, orders }) => {
        expect(periods).toEqual([]);
        expect([...orders.values()].map(({ refund }) => refund)).toEqual(["none", "none", "due"]);
      });
  });

  it("a downgrade from PRO plus to PRO keeps the paid time", () => {
    given(...purchases)
      .when({ ...downgrade, data: { ...downgrade.data, to: "pro", refundedOrders: [] } })
      .thenState(({ periods }) => expect(periods.map(({ paid }) => paid)).toEqual([4999]));
  });

  it("a downgrade discards the announced price of the renewal of PRO plus", () => {
    given(...purchases, RenewalAnnounced, RenewalPaymentFailed)
      .when({ ...downgrade, data: { ...downgrade.data, to: "pro" } })
      .thenState(({ renewal }) =>
        expect([renewal?.announcedAmount, renewal?.failedAt.length]).toEqual([null, 1]),
      );
    given(...purchases, RenewalAnnounced)
      .when(downgrade)
      .thenState(({ renewal }) => expect(renewal).toBeNull());
  });

  it("a downgrade of an account that has never paid is recorded too", () => {
    given()
      .when({ ...downgrade, data: { ...downgrade.data, refundedOrders: [] } })
      .then({ ...MembershipDowngraded, data: { ...downgrade.data, refundedOrders: [] } });
  });

  it("a downgrade is recorded once for each operation", () => {
    given(...purchases, MembershipDowngraded)
      .when(downgrade)
      .thenNothing();
  });

  it("a downgrade is refused when it would pay back an order twice, or an order that was never paid", () => {
    const again = { ...downgrade, data: { ...downgrade.data, operationId: 9 } };
    given(...purchases, MembershipDowngraded)
      .when(again)
      .thenRejected("invalid");
    given(...purchases, MembershipDowngraded, MembershipRefunded)
      .when(again)
      .thenRejected("invalid");
    given(MembershipBought).when(downgrade).thenRejected("invalid");
  });

  it("each order of a downgrade is refunded once, and only with its whole amount", () => {
    given(...purchases, MembershipDowngraded)
      .when(recordRefund)
      .then(MembershipRefunded);
    given(...purchases, MembershipDowngraded, MembershipRefunded)
      .when(recordRefund)
      .thenNothing();
    given(...purchases)
      .when(recordRefund)
      .thenRejected("invalid");
    given(...purchases, MembershipDowngraded)
      .when({ ...recordRefund, data: { ...recordRefund.data, amount: 1 } })
      .thenRejected("invalid");
  });
});

describe("renewals", () => {
  const announce = { type: "AnnounceRenewal", data: RenewalAnnounced.data } as const;
  const expire = { type: "Expire", data: MembershipExpired.data } as const;
  const fail = (attempt: number) =>
    ({ type: "FailRenewal", data: { ...RenewalPaymentFailed.data, attempt } }) as const;

  it("a renewal is announced once", () => {
    given(MembershipBought).when(announce).then(RenewalAnnounced);
    given(MembershipBought, RenewalAnnounced).when(announce).thenNothing();
  });

  it("each failed attempt to renew is recorded once", () => {
    given(MembershipBought, RenewalAnnounced).when(fail(1)).then(RenewalPaymentFailed);
    given(MembershipBought, RenewalPaymentFailed).when(fail(1)).thenNothing();
    given(MembershipBought, RenewalPaymentFailed)
      .when(fail(2))
      .thenState(({ renewal }) => expect(renewal?.failedAt).toHaveLength(2));
  });

  it("the end of a membership is recorded once, also without a purchase, and no renewal is recorded afterwards", () => {
    given().when(expire).then(MembershipExpired);
    given(MembershipBought, MembershipExpired).when(expire).thenNothing();
    given(MembershipBought, MembershipExpired).when(fail(1)).thenNothing();
    given(MembershipBought, MembershipExpired).when(announce).thenNothing();
  });

  it("a paid renewal adds one period, and the next renewal is announced again", () => {
    const renew = { type: "Buy", kind: "auto_renewed", data: MembershipAutoRenewed.data } as const;
    given(MembershipBought, RenewalPaymentFailed)
      .when(renew)
      .thenState(({ periods, renewal }) => expect([periods.length, renewal]).toEqual([2, null]));
    given(MembershipBought, MembershipAutoRenewed).when(renew).thenNothing();
    const { endsAt } = MembershipAutoRenewed.data;
    if (endsAt === null) throw new Error("a renewed membership ends");
    const nextAnnouncement = { ...RenewalAnnounced, data: { ...RenewalAnnounced.data, endsAt } };
    given(MembershipBought, RenewalAnnounced, MembershipAutoRenewed)
      .when({ type: "AnnounceRenewal", data: nextAnnouncement.data })
      .then(nextAnnouncement);
  });
});
