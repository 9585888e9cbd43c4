import { z } from "zod";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Operation } from "./entry-bulk.ts";

const Downgrade = z.object({
  client: z.string().max(20).optional(),
  downgrade_options: z
    .object({
      /** the reason that the person chose on the page */
      reason: z.string().max(200, "Please be shorter.").nullish(),
      /** true when the person asks for a refund, see `getRefundAmount`; a downgrade to PRO pays nothing back */
      refund: z.boolean().default(false),
    })
    .default({ refund: false }),
  downgrade_comments: z.string().max(bounds.shareMessage, "Please be shorter.").default(""),
});
/** The body of a request for a downgrade. */
export type Downgrade = z.output<typeof Downgrade>;

/** The operation can be polled with its token, because a downgrade to the basic plan ends all sessions. */
const DowngradeOperation = Operation.extend({ token: z.string() });

const downgrade = {
  access: "session" as const,
  body: Downgrade,
  replies: { 202: z.object({ operation: DowngradeOperation }) },
};
const errors = ["pro_required", "payment_pending"] as const;

/** The calls about downgrades. */
export const downgrades = {
  /** Downgrades to the basic plan. The operation moves the entries of all open journals into one journal, and then ends all sessions. */
  downgrade: endpoint({ ...downgrade, errors }),
  /** Downgrades from PRO plus to PRO. The membership still ends at the same time. Journals and sessions stay. */
  plusToProDowngrade: endpoint({ ...downgrade, errors }),
  /**
   * Like `downgrade`, but with e-mail address and password instead of a session. Without a session no lock is open, so journals with a
   * lock do not change.
   */
  downgradeLoggedOut: endpoint({
    ...downgrade,
    access: "public",
    body: Downgrade.extend({ email: z.string().max(1000), password: z.string().max(1000) }),
    errors: [...errors, "wrong_credentials"],
  }),
  /**
   * The account's running downgrade, also when another browser started it. When none is running: the last downgrade, if it `failed` after
   * it had ended the plan, and no plan was bought since. Another call of `downgrade` continues that one. Otherwise `null`.
   */
  getRunningDowngrade: endpoint({
    access: "session",
    replies: {
      200: z.object({
        downgrade: z.object({ to: z.enum(["basic", "pro"]), operation: DowngradeOperation }).nullable(),
      }),
    },
  }),
  /** What a downgrade to the basic plan would pay back now, in US dollars. */
  getRefundAmount: endpoint({
    access: "session",
    replies: { 200: z.object({ refund_amount: z.number().nonnegative() }) },
  }),
};
