import { nthId } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { KeyMisplaced } from "@daybook/platform/privacy/key-vault";

const attempts = 6;

/**
 * Carries out what makes something under a new id. Ids are drawn without a coordinator, so one may be taken; then the next
 * is tried, in an order that a repeated act follows as well.
 */
export async function claimId<T>(
  first: number,
  attempt: (id: number) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  for (let n = 0; n < attempts; n++) {
    try {
      const result = await attempt(nthId(first, n));
      if (!isRejection(result) || result.code !== "id_taken") return result;
    } catch (error) {
      // The vault noticed before the log did: the key of this id stands under something else.
      if (!(error instanceof KeyMisplaced)) throw error;
    }
  }
  return reject("unavailable", "Daybook could not do this right now. Please try again.");
}
