import { afterEach } from "vitest";
import { showList } from "./sample-list.tsx";

/** Returns {@link showList} for the tests of a file. Each list is removed after its test. */
export function useLists(): typeof showList {
  let removePage = () => Promise.resolve();
  afterEach(() => removePage());
  return async (options) => {
    const page = await showList(options);
    removePage = page.remove;
    return page;
  };
}
