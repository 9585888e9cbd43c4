import { randomUUID } from "node:crypto";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, describe, expect, it } from "vitest";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

const password = "and so to bed 1660";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

describe("settings", () => {
  it("settings change one by one and are stored", async () => {
    const remote = await daybook.newPerson();
    const answers = [
      await remote.call("changeDateFormat", { body: { format: "D MMMM YYYY" } }),
      await remote.call("changeTimezone", { body: { timezone: "Asia/Tokyo" } }),
      await remote.call("setAutoLogout", { body: { logout_time: 15 } }),
      await remote.call("setShowPodcast", { body: { show_podcast: false } }),
      await remote.call("setLookingGlass", { body: { looking_glass: false } }),
      await remote.call("changeNotifications", { body: { receive_shares: false } }),
      await remote.call("toggleReceiveMarketingEmails", { body: { receive_marketing_emails: true } }),
      await remote.call("changeJournalOrder", { body: { order: "name" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const settings = await remote.call("getSettings");
    expect(settings.ok && settings.body.settings).toEqual({
      date_format: "D MMMM YYYY",
      timezone: "Asia/Tokyo",
      journal_order: "name",
      notifications: { receive_shares: false, share_level: 64 },
      receive_marketing_emails: true,
      show_podcast: false,
      auto_logout: 15,
      ui_theme: "default",
      looking_glass: false,
    });
  });

  it("marketing mails are turned off without a session, and the reply does not reveal whether the address is known", async () => {
    const remote = await daybook.newPerson();
    const email = remote.session?.user.email ?? "";
    await remote.call("toggleReceiveMarketingEmails", { body: { receive_marketing_emails: true } });
    for (const address of [email, "nobody-else@example.com"]) {
      const answer = await remoteDaybook(daybook.url).call("unsubscribeSponsored", {
        body: { email: address },
      });
      expect(answer.status).toBe(204);
    }
    const settings = await remote.call("getSettings");
    expect(settings.ok && settings.body.settings.receive_marketing_emails).toBe(false);
  });
});

describe("the onboarding", () => {
  it("the onboarding starts with a sign-up in the browser, and does not start again after its end", async () => {
    const remote = remoteDaybook(daybook.url);
    const signUpAnswer = await remote.call("freeSignup", {
      body: {
        first_name: "Samuel",
        email: `${randomUUID()}@example.com`,
        password,
        retype_password: password,
        client: "web",
      },
    });
    if (!signUpAnswer.ok) throw new Error(signUpAnswer.body.code);
    remote.setSession(signUpAnswer.body);
    expect(signUpAnswer.body.user.onboarding_step).toBe("welcome");
    await remote.call("setOnboarding", { body: { step: "welcome/customize" } });
    await remote.call("setOnboarding", { body: { step: null } });
    // Another browser still shows a step.
    expect((await remote.call("setOnboarding", { body: { step: "welcome/mobile" } })).status).toBe(204);
    const refreshed = await remote.call("refreshToken");
    expect(refreshed.ok && refreshed.body.user.onboarding_step).toBeNull();
  });
});

describe("sign-ups", () => {
  it("a sign-up accepts the longest name and an unknown time zone", async () => {
    const remote = remoteDaybook(daybook.url);
    const form = {
      first_name: "x".repeat(100),
      email: `${randomUUID()}@example.com`,
      timezone: "Mars/Olympus",
    };
    const signUpAnswer = await remote.call("freeSignup", {
      body: { ...form, password, retype_password: password },
    });
    if (!signUpAnswer.ok) throw new Error(signUpAnswer.body.code);
    remote.setSession(signUpAnswer.body);
    const [settings, journals] = [await remote.call("getSettings"), await remote.call("listJournals")];
    expect(settings.ok && settings.body.settings.timezone).toBe("UTC");
    const { id, name } = (journals.ok && journals.body.journals[0]?.journal) || { id: 0, name: "" };
    const params = { journalId: String(id) };
    const renameAnswer = await remote.call("updateJournal", { params, body: { name } });
    expect([renameAnswer.status, renameAnswer.ok && renameAnswer.body.journal.name]).toEqual([200, name]);
  });
});

describe("date formats of new accounts", () => {
  it.each([
    ["D MMMM YYYY", "D MMMM YYYY"],
    ["DD.MM.YYYY", "ddd. M/D/YYYY"],
    [undefined, "ddd. M/D/YYYY"],
  ])(
    "a browser that sends the date format %s gives its new account the format %s",
    async (format, expected) => {
      const remote = remoteDaybook(daybook.url);
      const form = { first_name: "Samuel", email: `${randomUUID()}@example.com` };
      const body = { ...form, password, retype_password: password, ...(format && { date_format: format }) };
      const signUpAnswer = await remote.call("freeSignup", { body: body as never });
      if (!signUpAnswer.ok) throw new Error(signUpAnswer.body.code);
      remote.setSession(signUpAnswer.body);
      const settings = await remote.call("getSettings");
      expect(settings.ok && settings.body.settings.date_format).toBe(expected);
    },
  );
});
