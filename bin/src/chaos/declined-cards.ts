import type pg from "pg";

const declinedShare = 0.4;
/** Braintree's code for a card without enough money. */
const declineCode = "2001";

/** Draws which stored cards are declined from now on, until the next draw. */
export async function drawDeclinedCards(pool: pg.Pool, random: () => number): Promise<void> {
  const { rows } = await pool.query<{ token: string }>(
    "SELECT token FROM payments.methods WHERE status = 'stored' ORDER BY account_id",
  );
  const declinedTokens = rows.filter(() => random() < declinedShare).map(({ token }) => token);
  await pool.query(
    "UPDATE payments.sandbox_methods SET decline_code = CASE WHEN token = ANY ($1) THEN $2 END",
    [declinedTokens, declineCode],
  );
}
