import { isDiskFullError } from "@daybook/platform/embedded/disk-space";
import { BlobsUnavailable } from "@daybook/platform/blobs/blobs";
import { TooBusy } from "@daybook/platform/images/slots";
import { EventStoreUnavailable, OutcomeUnknown } from "@daybook/platform/event-store/event-store";
import { TooContended } from "@daybook/platform/commands/handle-command";
import { KeyGone } from "@daybook/platform/vault/key-vault";
import { KeyLocked } from "@daybook/platform/vault/lock-access";
import { SearchUnavailable } from "@daybook/platform/search/search-index";
import type { Logger } from "@daybook/platform/logger";
import { DatabaseSilent } from "@daybook/platform/postgres/server-watch";
import { WorkerThreadFailed } from "@daybook/platform/worker-threads/worker-threads";
import type { Middleware } from "koa";
import type { Refusal } from "@daybook/application/context";
import { ApiError, errorReply } from "./api-error.ts";

const connectionErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  // The socket file of the database does not exist while the database is not running.
  "ENOENT",
  // The name of a stopped container cannot be resolved, and its address cannot be reached.
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
// Classes of PostgreSQL errors. 08: failed connections. 57P: shutdown and crash recovery. 53: no free connections, full disk, no memory.
const unavailableSqlStates = /^(08|57P|53)/;
const lostConnection = /Connection terminated|timeout exceeded when trying to connect|Client has encountered/;

/** True when a component is temporarily down or too busy, so a later retry may succeed. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof TooContended) return true;
  if (error instanceof EventStoreUnavailable) return true;
  if (error instanceof BlobsUnavailable || error instanceof TooBusy) return true;
  if (error instanceof WorkerThreadFailed) return true;
  if (error instanceof SearchUnavailable || error instanceof DatabaseSilent) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return connectionErrors.has(code) || unavailableSqlStates.test(code) || lostConnection.test(error.message);
}

const isFullDisk = (error: unknown): boolean =>
  isDiskFullError(error) || (error instanceof BlobsUnavailable && isDiskFullError({ code: error.reason }));

function toRefusal(error: unknown): Refusal {
  if (error instanceof ApiError) return error.refusal;
  if (error instanceof KeyGone) return { rejected: true, code: "not_found", message: "This is gone." };
  if (error instanceof KeyLocked) {
    const extra = { password_hint: null, lock_type_id: error.lock.type };
    return { rejected: true, code: "locked", message: "This is locked. Open it with its password.", extra };
  }
  if (isFullDisk(error)) {
    return {
      rejected: true,
      code: "unavailable",
      message: "The disk of Daybook's server is full, so nothing can be saved until it has space again.",
    };
  }
  if (isUnavailable(error)) {
    return {
      rejected: true,
      code: "unavailable",
      message: "Daybook cannot do this right now. Nothing is lost; please try again.",
    };
  }
  return {
    rejected: true,
    code: "internal",
    message: "Something went wrong on our side. Nothing is lost; please try again.",
  };
}

/**
 * Converts every error of the later middleware to the contract's error body, and logs the errors that are our fault.
 *
 * @param onFullDisk called when an error shows that a disk is full
 */
export function errorHandler(logger: Logger, onFullDisk: () => void = () => {}): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = toRefusal(error);
      if (isFullDisk(error)) onFullDisk();
      if (refusal.code === "internal" || refusal.code === "unavailable") {
        logger.error(
          { requestId: ctx.state.requestId, route: ctx.state.route, err: error },
          "request failed",
        );
      }
      const reply = errorReply(refusal);
      ctx.set(reply.headers);
      ctx.set("Cache-Control", "no-store");
      ctx.status = reply.status;
      ctx.body = reply.body;
    }
  };
}
