import type { CallName } from "@daybook/domain/contract/paths";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiFailure, ApiResult, CallInput } from "./api-client.ts";
import { useServices } from "./services.ts";

type Data<N extends CallName> = Extract<ApiResult<N>, { ok: true }>["data"];

/**
 * Loads the result of a read call when the component mounts and whenever `input` or `version` changes. The previous data stays
 * until the new data arrives, and after a failure.
 *
 * @param version a change of this value reloads the data
 */
export function useFetched<N extends CallName>(name: N, input: CallInput<N>, version: unknown = null) {
  const { api } = useServices();
  const [state, setState] = useState<{ data: Data<N> | null; failure: ApiFailure | null; busy: boolean }>({
    data: null,
    failure: null,
    busy: true,
  });
  const [reloads, setReloads] = useState(0);
  const currentLoad = useRef<AbortController>(null);
  const key = JSON.stringify(input);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    currentLoad.current = controller;
    setState((current) => ({ ...current, busy: true }));
    void api.call(name, JSON.parse(key) as CallInput<N>, { signal }).then((result) => {
      if (signal.aborted) return;
      currentLoad.current = null;
      setState((current) =>
        result.ok
          ? { data: result.data, failure: null, busy: false }
          : { data: current.data, failure: result, busy: false },
      );
    });
    return () => controller.abort();
  }, [api, name, key, version, reloads]);
  return {
    ...state,
    /** reloads the data */
    reload: useCallback(() => setReloads((count) => count + 1), []),
    /** replaces the data, for example with the reply of another call; a running load starts again, because its data may be older */
    put: useCallback((data: Data<N>) => {
      setState({ data, failure: null, busy: false });
      if (currentLoad.current) setReloads((count) => count + 1);
    }, []),
  };
}
