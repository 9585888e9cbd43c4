import { z } from "zod";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Operation } from "./entry-bulk.ts";

const Downgrade = z.object({
  client: z.string().max(20).optional(),
  downgrade_options: z
    .object({
      /** why, as chosen on the page */
      reason: z.string().max(200, "Please be shorter.").nullish(),
      /** true when the person asks for a refund, see `getRefundAmount`; a downgrade to PRO pays nothing back */
      refund: z.boolean().default(false),
    })
    .default({ refund: false }),
  downgrade_comments: z.string().max(bounds.shareMessage, "Please be shorter.").default(""),
});
/** What a downgrade sends. */
export type Downgrade = z.output<typeof Downgrade>;

/** The operation can be polled with its token, because a downgrade to the basic plan ends all sessions. */
const DowngradeOperation = Operation.extend({ token: z.string() });

const downgrade = {
  access: "session" as const,
  body: Downgrade,
  replies: { 202: z.object({ operation: DowngradeOperation }) },
};
const errors = ["pro_required", "payment_pending"] as const;

/** The calls about downgrades to a lower plan. */
export const downgrades = {
  /** To the basic plan. The entries of all open journals are moved into one. At its end, all sessions end. */
  downgrade: endpoint({ ...downgrade, errors }),
  /** From PRO plus to PRO, until the paid time ends. Journals and sessions stay. */
  plusToProDowngrade: endpoint({ ...downgrade, errors }),
  /** Like `downgrade`, with e-mail address and password instead of a session. Journals with a lock do not change. */
  downgradeLoggedOut: endpoint({
    ...downgrade,
    access: "public",
    body: Downgrade.extend({ email: z.string().max(1000), password: z.string().max(1000) }),
    errors: [...errors, "wrong_credentials"],
  }),
  /**
   * The account's running downgrade, also when another browser started it, or a `failed` one that had ended the plan: sending `downgrade`
   * again continues it. `null` when there is neither.
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
