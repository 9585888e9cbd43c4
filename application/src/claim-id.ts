import { idForAttempt } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { KeyMisplaced } from "@daybook/platform/vault/key-vault";

const maxAttempts = 6;

/**
 * Creates something under a new id. Ids are made without a coordinator, so an id may be taken. Then this function tries the next
 * id. The order of the ids is fixed, so a repeated command tries the same ids. After six taken ids, the result is the rejection
 * `unavailable`.
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
      // In the vault, the id has a key under another parent. So the id belongs to something else.
      if (!(error instanceof KeyMisplaced)) throw error;
    }
  }
  return reject("unavailable", "Daybook could not do this right now. Please try again.");
}

/** The first matching id of those that {@link claimId} tries, in the same order; `null` when none matches. */
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
