import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `payments`: orders, refunds, renewals, promotions and payment methods. It holds at most the last four digits of a card
 * number.
 */
export const paymentMigrations: readonly Migration[] = [
  {
    name: "payments-0001-orders",
    sql: `
CREATE SCHEMA payments;

-- A purchase. The row exists before the payment provider is asked, which knows the charge by the row's id. Amounts are US cents.
CREATE TABLE payments.orders (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  provider text NOT NULL,
  -- Nobody was really charged.
  is_test boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('bought', 'renewed', 'converted')),
  amount integer NOT NULL CHECK (amount >= 0),
  -- The data of the event that follows the charge, and the command that asked for it.
  purchase jsonb NOT NULL,
  context jsonb NOT NULL,
  -- started: the provider may have charged. charged: it has, and the membership may be missing. finished: charged, with its
  -- membership. declined, released: nothing was charged.
  status text NOT NULL DEFAULT 'started' CHECK (status IN ('started', 'charged', 'finished', 'declined', 'released')),
  charge_id text,
  card_last_four text,
  decline_code text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
-- One open purchase for each account, so that two tabs cannot pay at the same time.
CREATE UNIQUE INDEX orders_open ON payments.orders (account_id) WHERE status IN ('started', 'charged');
CREATE INDEX orders_by_account ON payments.orders (account_id, id);

-- What the test mode has charged. It stands for the records of a payment provider, so nothing else reads or writes it.
CREATE TABLE payments.sandbox_charges (
  order_id bigint PRIMARY KEY,
  charge_id text NOT NULL UNIQUE,
  amount integer NOT NULL CHECK (amount > 0),
  card_last_four text,
  created_at timestamptz NOT NULL DEFAULT now()
);
`,
  },
  {
    name: "payments-0002-sandbox-methods",
    sql: `
-- The payment methods that the test mode stores. As above, they stand for the records of a payment provider.
CREATE TABLE payments.sandbox_methods (
  token text PRIMARY KEY,
  details jsonb NOT NULL,
  -- Every later charge is declined with this code. For tests, such as of a renewal that fails.
  decline_code text,
  created_at timestamptz NOT NULL DEFAULT now()
);
`,
  },
  {
    name: "payments-0003-promotions",
    sql: `
-- A flash sale, which needs no code, or a promo code. Prices are US cents. How often one was used is counted from the orders.
CREATE TABLE payments.promotions (
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  kind text NOT NULL CHECK (kind IN ('flash', 'code')),
  id text GENERATED ALWAYS AS (kind || '-' || number::text) STORED PRIMARY KEY,
  name text NOT NULL,
  promo_code text UNIQUE CHECK (promo_code = upper(promo_code)),
  percent integer NOT NULL CHECK (percent BETWEEN 0 AND 100),
  price integer CHECK (price >= 0),
  -- NULL: all plans of a year or more.
  plan_keys text[],
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  -- When an operator ended it early.
  ended_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  max_uses_per_account integer CHECK (max_uses_per_account > 0),
  source text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (kind = 'flash' OR promo_code IS NOT NULL)
);
CREATE INDEX orders_by_promotion ON payments.orders ((purchase->>'promotionId'))
  WHERE purchase->>'promotionId' IS NOT NULL AND status IN ('started', 'charged', 'finished');
`,
  },
  {
    name: "payments-0004-methods",
    sql: `
-- The payment methods of accounts. The provider has the card; the token is its name there, which only servers see.
CREATE TABLE payments.methods (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  provider text NOT NULL,
  is_test boolean NOT NULL,
  token text NOT NULL UNIQUE,
  -- The command that stores it.
  command_id uuid NOT NULL,
  -- storing: the provider may have it. stored: it has. removing: the provider is told to remove it, and then this row goes.
  status text NOT NULL DEFAULT 'storing' CHECK (status IN ('storing', 'stored', 'removing')),
  -- What is shown of it, sealed with the key of the account.
  details text CHECK ((details IS NOT NULL) = (status = 'stored')),
  created_at timestamptz NOT NULL
);
-- An account has one. A new one replaces it.
CREATE UNIQUE INDEX methods_stored ON payments.methods (account_id) WHERE status = 'stored';
CREATE INDEX methods_by_account ON payments.methods (account_id);
CREATE INDEX methods_unfinished ON payments.methods (created_at) WHERE status <> 'stored';
`,
  },
  {
    name: "payments-0006-refunds",
    sql: `
-- An order that is paid back as a whole, by a downgrade. The row exists before the payment provider is asked.
CREATE TABLE payments.refunds (
  order_id bigint PRIMARY KEY REFERENCES payments.orders,
  account_id bigint NOT NULL,
  -- US cents
  amount integer NOT NULL CHECK (amount > 0),
  context jsonb NOT NULL,
  -- started: the provider may have paid. paid: it has, and the log may not have it. finished: paid, and in the log. failed: the provider
  -- refuses, so an operator has to pay.
  status text NOT NULL DEFAULT 'started' CHECK (status IN ('started', 'paid', 'finished', 'failed')),
  refusal_code text,
  created_at timestamptz NOT NULL,
  asked_at timestamptz,
  settled_at timestamptz
);
CREATE INDEX refunds_open ON payments.refunds (created_at) WHERE status IN ('started', 'paid');

ALTER TABLE payments.sandbox_charges ADD COLUMN refunded_at timestamptz;
`,
  },
  {
    name: "payments-0007-renewals",
    sql: `
ALTER TABLE payments.orders DROP CONSTRAINT orders_kind_check;
ALTER TABLE payments.orders ADD CHECK (kind IN ('bought', 'renewed', 'converted', 'auto_renewed'));
-- An attempt to renew a membership has one order, whichever process makes it.
CREATE UNIQUE INDEX orders_of_renewals ON payments.orders ((context->>'commandId')) WHERE kind = 'auto_renewed';

-- When the end of each membership is looked at next. What was done there is in the log and in the orders.
CREATE TABLE payments.renewals (
  account_id bigint PRIMARY KEY,
  ends_at timestamptz NOT NULL,
  auto_renew boolean NOT NULL,
  -- NULL: not before the membership changes.
  due_at timestamptz,
  -- Counts how often the membership was planned.
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX renewals_due ON payments.renewals (due_at) WHERE due_at IS NOT NULL;
`,
  },
  {
    name: "payments-0008-stored-at",
    sql: `
-- When the provider had the payment method. NULL for methods that were stored before this column: then created_at counts.
ALTER TABLE payments.methods ADD COLUMN stored_at timestamptz;
`,
  },
];
