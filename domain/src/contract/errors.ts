/**
 * The HTTP status of every error code. Only this table turns a rejection into a status.
 * A code never changes its meaning; its message is for people and may change.
 */
export const errorStatus = {
  malformed: 400,
  invalid_id: 400,
  unauthenticated: 401,
  clock_skew: 401,
  nonce_used: 401,
  forbidden: 403,
  pro_required: 403,
  expired_pro: 403,
  not_found: 404,
  /** the body arrived too slowly; a repeat may succeed */
  too_slow: 408,
  revision_conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  wrong_credentials: 422,
  wrong_password: 422,
  /** the code of a mailed link is wrong, used or expired */
  wrong_code: 422,
  unknown_email: 422,
  entry_trashed: 422,
  journal_trashed: 422,
  /** the account's space for photos is full */
  quota: 422,
  bot_check: 422,
  /** the card was refused; nothing was charged */
  declined: 422,
  /** an earlier payment or downgrade is not finished, so another one must wait */
  payment_pending: 422,
  /** the account has a paid membership already */
  already_paid: 422,
  /** a plan cannot renew itself without a stored payment method */
  no_payment_method: 422,
  /** a plan that is not sold, such as a gift, cannot renew itself */
  plan_not_sold: 422,
  /** the promo code is unknown, not valid yet, over, used up, or not for this plan */
  invalid_promo_code: 422,
  /** the `Idempotency-Key` was already used for another request */
  key_reused: 422,
  locked: 423,
  rate_limited: 429,
  internal: 500,
  /** a random id already exists; the server tries another one, so clients rarely see this */
  id_taken: 503,
  /** it is not known whether the card was charged; the same call, sent again, looks for the charge */
  payment_unknown: 503,
  unavailable: 503,
} as const;

/** The stable code of an error, in the `code` field of its body. */
export type ErrorCode = keyof typeof errorStatus;

/** The body of every error. `fields` has messages by input field; `server_time` comes with `clock_skew`. Some codes add other properties. */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  server_time?: string;
};
