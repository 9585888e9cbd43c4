import { variableNames } from "./config.ts";

/**
 * Removes the variables that configure Daybook, and those that begin with `DAYBOOK_` or `npm_`. So a child process uses the embedded
 * servers and calls no external service.
 */
export function withoutConfiguration(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) => !variableNames.has(name) && !/^(DAYBOOK_|npm_)/.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)));
}
