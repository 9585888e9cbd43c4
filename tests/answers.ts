import type { Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer } from "@daybook/bin/remote/remote-daybook";

/** The body of a successful answer. Throws for a refusal. */
export function ok<N extends CallName>(answer: RemoteAnswer<N>): Exclude<Reply<N>, null> {
  if (answer.ok) return answer.body;
  throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
}
