import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { membershipDecider } from "./decider.ts";
import { membershipSamples } from "./samples.ts";

const given = specify(membershipDecider);
const { MembershipBought, MembershipRenewed, MembershipConverted } = membershipSamples;

describe("a membership", () => {
  it.each([
    ["bought", MembershipBought],
    ["renewed", MembershipRenewed],
    ["converted", MembershipConverted],
  ] as const)("is %s", (kind, event) => {
    given().when({ type: "Buy", kind, data: event.data }).then(event);
  });

  it("is bought once by an order", () => {
    given(MembershipBought).when({ type: "Buy", kind: "bought", data: MembershipBought.data }).thenNothing();
  });

  it("keeps what was paid until a conversion, whose credit counts as paid", () => {
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
