import { idForAttempt } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { KeyMisplaced } from "@daybook/platform/vault/key-vault";

const maxAttempts = 6;

/**
 * Creates something under a new id. Ids are drawn without a coordinator, so an id may be taken. Then this tries the
 * next one, in an order that a repeated command follows too. After six taken ids, it rejects as `unavailable`.
 */
export async function claimId<T>(
  firstId: number,
  create: (id: number) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const result = await create(idForAttempt(firstId, attempt));
      if (!isRejection(result) || result.code !== "id_taken") return result;
    } catch (error) {
      // The vault refused the id, because its key belongs to something else.
      if (!(error instanceof KeyMisplaced)) throw error;
    }
  }
  return reject("unavailable", "Daybook could not do this right now. Please try again.");
}

/** Looks through the ids that {@link claimId} tries, in its order; `null` when none matches. */
export async function findClaimedId(
  firstId: number,
  matches: (id: number) => Promise<boolean>,
): Promise<number | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const id = idForAttempt(firstId, attempt);
    if (await matches(id)) return id;
  }
  return null;
}
