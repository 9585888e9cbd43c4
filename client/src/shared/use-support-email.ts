import { useEffect } from "react";
import { useAtom } from "./atom.ts";
import { useServices } from "./services.ts";

/** The address for help; undefined until it is loaded. */
export function useSupportEmail(): string | undefined {
  const { clientConfig } = useServices();
  useEffect(() => void clientConfig.load(), [clientConfig]);
  return useAtom(clientConfig.config)?.support_email;
}
