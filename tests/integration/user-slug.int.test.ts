import type { Application } from "@daybook/application/application";
import { findAccountBySlug, userSlugOf } from "@daybook/application/accounts/user-slug";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let app: Application;

beforeAll(async () => {
  daybook = await sharedDaybook();
  app = await openSecondApplication(daybook.platform);
});
afterAll(() => app?.waiter.close());

async function newUser() {
  const person = await daybook.newPerson();
  if (!person.session) throw new Error("no session");
  return { person, ...person.session.user };
}

/** The id of the account, or the code of the refusal. */
async function findUserId(slug: string): Promise<number | string> {
  const account = await findAccountBySlug(app, slug);
  return isRejection(account) ? account.code : account.userId;
}

it("a second application finds an account by the slug that its session contains", async () => {
  for (const { id, slug } of [await newUser(), await newUser()]) {
    expect(slug).toBe(userSlugOf(app, id));
    expect(await findUserId(slug)).toBe(id);
  }
});

it("changed slugs, ids and signatures for other purposes are refused", async () => {
  const { id, slug } = await newUser();
  const otherLetter = slug.endsWith("A") ? "B" : "A";
  const changedSlugs = [slug.slice(1), `${slug}A`, `${slug}=`, slug.slice(0, -1) + otherLetter];
  const otherSignature = app.capabilities.sign("photo-7/original", 0, [id]);
  for (const wrongSlug of ["", String(id), ...changedSlugs, otherSignature]) {
    expect(await findUserId(wrongSlug)).toBe("not_found");
  }
});

it("the slug of a deleted account is refused", async () => {
  const { person, slug } = await newUser();
  const deletedAnswer = await person.call("deleteAccount", { body: { password: "and so to bed 1660" } });
  expect(deletedAnswer.status).toBe(204);
  expect(await findUserId(slug)).toBe("not_found");
});
