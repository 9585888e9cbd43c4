import { timingSafeEqual } from "node:crypto";
import type { Operation } from "@daybook/platform/processes/operations";
import type { Application } from "../application.ts";

/** The token with which an operation can be followed without a session. It derives from the id, so it is stored nowhere. */
export const tokenOfOperation = ({ keyedHash }: Pick<Application, "keyedHash">, id: number): string =>
  keyedHash("operation token", String(id));

/** Finds an operation by its id and token; `null` when the token is wrong, or the operation no longer exists. */
export async function findOperationByToken(
  app: Pick<Application, "keyedHash" | "operations">,
  id: number,
  token: string,
): Promise<Operation | null> {
  const [expected, given] = [Buffer.from(tokenOfOperation(app, id)), Buffer.from(token)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return app.operations.findById(id);
}
