import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { accountDecider } from "./decider.ts";
import { accountSamples as samples } from "./samples.ts";

const given = specify(accountDecider);
const { AccountOpened, JournalReserved } = samples;

describe("journals of a paid account", () => {
  const secondJournal = { journalId: sampleIds.journal + 1, at: sampleTime(20) };

  it("a paid account may have a second journal until its membership ends", () => {
    given(AccountOpened, samples.MembershipGranted, JournalReserved)
      .when({ type: "ReserveJournal", data: secondJournal })
      .then({ type: "JournalReserved", data: secondJournal });
    given(AccountOpened, samples.MembershipGranted, JournalReserved)
      .when({ type: "ReserveJournal", data: { ...secondJournal, at: "2027-11-21T00:00:00.000Z" } })
      .thenRejected("pro_required");
  });
});

describe("automatic renewal", () => {
  const setAutoRenew = (autoRenew: boolean, hasPaymentMethod = true) => {
    const data = { ...samples.AutoRenewChanged.data, autoRenew };
    return { type: "ChangeAutoRenew", data, hasPaymentMethod } as const;
  };

  it("automatic renewal can be turned on only for a running membership with an end", () => {
    given(AccountOpened).when(setAutoRenew(true)).thenRejected("invalid");
    const lifetime = {
      ...samples.MembershipGranted,
      data: { ...samples.MembershipGranted.data, expiresAt: null },
    };
    given(AccountOpened, lifetime).when(setAutoRenew(true)).thenRejected("invalid");
    given(AccountOpened, samples.MembershipGranted).when(setAutoRenew(true)).then(samples.AutoRenewChanged);
    given(AccountOpened, samples.MembershipGranted).when(setAutoRenew(false)).thenNothing();
    // A membership that has ended must be renewed by hand first.
    const ended = {
      ...samples.MembershipGranted,
      data: { ...samples.MembershipGranted.data, expiresAt: samples.AutoRenewChanged.data.at },
    };
    given(AccountOpened, ended).when(setAutoRenew(true)).thenRejected("invalid");
    given(AccountOpened, samples.MembershipGranted, samples.AutoRenewChanged)
      .when(setAutoRenew(true))
      .thenNothing();
  });

  it("a grant with `keepsAutoRenew` does not change automatic renewal", () => {
    const { data } = samples.MembershipGranted;
    const grant = { type: "GrantMembership", data, keepsAutoRenew: true } as const;
    const granted = (autoRenew: boolean) => ({ ...samples.MembershipGranted, data: { ...data, autoRenew } });
    given(AccountOpened).when(grant).then(granted(false));
    given(AccountOpened, granted(false)).when(grant).then(granted(false));
    given(AccountOpened, granted(true)).when(grant).then(granted(true));
  });

  it("automatic renewal can be turned on only for a plan that is sold", () => {
    const gift = {
      ...samples.MembershipGranted,
      data: { ...samples.MembershipGranted.data, subscriptionLength: 4 },
    };
    given(AccountOpened, gift).when(setAutoRenew(true)).thenRejected("plan_not_sold");
    given(AccountOpened, gift).when(setAutoRenew(true, false)).thenRejected("plan_not_sold");
    // Automatic renewal that was turned on while the plan was sold can still be turned off.
    const turnedOff = {
      ...samples.AutoRenewChanged,
      data: { ...samples.AutoRenewChanged.data, autoRenew: false },
    };
    given(AccountOpened, gift, samples.AutoRenewChanged).when(setAutoRenew(false)).then(turnedOff);
  });

  it("turning automatic renewal on needs a payment method, and turning it off does not", () => {
    given(AccountOpened, samples.MembershipGranted)
      .when(setAutoRenew(true, false))
      .thenRejected("no_payment_method");
    const historyWithAutoRenew = [AccountOpened, samples.MembershipGranted, samples.AutoRenewChanged];
    given(...historyWithAutoRenew)
      .when(setAutoRenew(true, false))
      .thenNothing();
    const turnedOffData = { ...samples.AutoRenewChanged.data, autoRenew: false };
    given(...historyWithAutoRenew)
      .when(setAutoRenew(false, false))
      .then({ type: "AutoRenewChanged", data: turnedOffData });
  });
});

describe("downgrades", () => {
  const { MembershipGranted, MembershipEnded } = samples;
  const at = sampleTime(40);
  const end = { type: "EndMembership", data: MembershipEnded.data } as const;
  const lower = { type: "LowerMembership", data: { at } } as const;
  const plus = {
    ...MembershipGranted,
    data: { ...MembershipGranted.data, level: "plus" as const, packageName: "proplus" },
  };

  it("a downgrade ends a membership, also one that has expired, and only once", () => {
    given(AccountOpened, MembershipGranted).when(end).then(MembershipEnded);
    given(AccountOpened, { ...plus, data: { ...plus.data, expiresAt: MembershipEnded.data.at } })
      .when(end)
      .then(MembershipEnded);
    given(AccountOpened, MembershipGranted, MembershipEnded).when(end).thenRejected("pro_required");
    given(AccountOpened).when(end).thenRejected("pro_required");
  });

  it.each([
    ["proplus", "standard"],
    ["proplusmonthly", "standardmonthly"],
    ["ProPlusLifetime", "standard"],
  ])("a downgrade from package %s to PRO gives package %s with the same end", (packageName, lowerPackage) => {
    given(AccountOpened, { ...plus, data: { ...plus.data, packageName } })
      .when(lower)
      .then({ ...plus, data: { ...plus.data, level: "pro", packageName: lowerPackage, at } });
  });

  it("a downgrade to PRO is refused unless PRO plus is running", () => {
    given(AccountOpened, MembershipGranted).when(lower).thenRejected("pro_required");
    given(AccountOpened, { ...plus, data: { ...plus.data, expiresAt: at } })
      .when(lower)
      .thenRejected("pro_required");
    given(AccountOpened).when(lower).thenRejected("pro_required");
  });
});
