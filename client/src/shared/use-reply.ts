import type { CallName } from "@daybook/domain/contract/paths";
import { useEffect, useState } from "react";
import type { ApiResult, CallInput } from "./api-client.ts";
import { useServices } from "./services.ts";

/**
 * The result of a read call; null while it is loading. Unlike `useFetched`, it does not keep the result of the previous input, and a
 * 401 does not end the session.
 *
 * @param input null to make no call; a new input makes a new call
 */
export function useReply<N extends CallName>(name: N, input: CallInput<N> | null): ApiResult<N> | null {
  const { api } = useServices();
  const key = JSON.stringify(input);
  const [reply, setReply] = useState<{ key: string; result: ApiResult<N> } | null>(null);
  useEffect(() => {
    const callInput = JSON.parse(key) as CallInput<N> | null;
    if (callInput === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void api.call(name, callInput, { signal, quiet401: true }).then((result) => {
      if (!signal.aborted) setReply({ key, result });
    });
    return () => controller.abort();
  }, [api, name, key]);
  return reply?.key === key ? reply.result : null;
}
