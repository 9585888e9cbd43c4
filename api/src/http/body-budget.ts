import { ApiError } from "./api-error.ts";

/** Limits in bytes: of all requests together, of one account, and of all visitors together. */
export type BodyLimits = { readonly total: number; readonly ofAccount: number; readonly ofVisitors: number };

const mebibyte = 1024 * 1024;

/** An account can send three photos at a time. Two accounts together cannot use up the total. */
const defaultLimits: BodyLimits = {
  total: 192 * mebibyte,
  ofAccount: 64 * mebibyte,
  ofVisitors: 16 * mebibyte,
};

/** The share of one request: the part of the budget that the bytes of its body use. It is no share of an entry. */
export type BodyShare = {
  /** Adds bytes that arrived. Throws a 503 when they would exceed a limit. */
  readonly add: (bytes: number) => void;
  /** Ends the share: its bytes no longer count. */
  readonly release: () => void;
};

/**
 * Limits how many bytes of bodies all requests of this process hold together. Bytes count from their arrival until the end of
 * their request, so a request that announces a large body and does not send it uses nothing of the budget.
 */
export function createBodyBudget(limits: BodyLimits = defaultLimits) {
  let total = 0;
  const heldBytesByUser = new Map<number | null, number>();

  return {
    /** Starts the share of a request. */
    startShare(userId: number | null): BodyShare {
      let heldBytes = 0;
      const limitOfUser = userId === null ? limits.ofVisitors : limits.ofAccount;
      const change = (bytes: number): void => {
        heldBytes += bytes;
        total += bytes;
        const bytesOfUser = (heldBytesByUser.get(userId) ?? 0) + bytes;
        if (bytesOfUser > 0) heldBytesByUser.set(userId, bytesOfUser);
        else heldBytesByUser.delete(userId);
      };
      return {
        add(bytes) {
          if (total + bytes > limits.total || (heldBytesByUser.get(userId) ?? 0) + bytes > limitOfUser) {
            throw new ApiError({
              rejected: true,
              code: "unavailable",
              message: "Daybook is receiving too much at the moment. Nothing is lost; please try again.",
            });
          }
          change(bytes);
        },
        release: () => change(-heldBytes),
      };
    },
    /** How many bytes all requests hold now. */
    heldBytes: (): number => total,
  };
}

/** See {@link createBodyBudget}. */
export type BodyBudget = ReturnType<typeof createBodyBudget>;
