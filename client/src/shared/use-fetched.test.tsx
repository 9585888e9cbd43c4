// @vitest-environment happy-dom
import type { Reply } from "@daybook/domain/contract/contract";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { Api } from "./api-client.ts";
import { renderForTest } from "./testing/rendered.tsx";
import { useFetched } from "./use-fetched.ts";

type Profile = Reply<"getProfile">;
const profileOf = (firstName: string) => ({ user: { first_name: firstName } }) as unknown as Profile;
const nameOf = (profile: Profile | null) =>
  (profile as { user: { first_name: string } } | null)?.user.first_name ?? "";

let removePage = () => Promise.resolve();
afterEach(() => removePage());

/** Shows the first name of the profile. Each load ends when the test answers it. */
async function showProfile() {
  const answers: ((profile: Profile) => void)[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const api = {
    call: (_name: string, _input: unknown, { signal }: { signal?: AbortSignal }) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answers.push((data) => resolve({ ok: true, data }));
      });
    },
  } as unknown as Api;
  let fetched = null as unknown as ReturnType<typeof useFetched<"getProfile">>;
  function ProfileName() {
    fetched = useFetched("getProfile", {});
    return <p>{nameOf(fetched.data)}</p>;
  }
  const page = await renderForTest(<ProfileName />, { api });
  removePage = page.remove;
  return {
    answer: (load: number, firstName: string) => act(async () => answers[load]?.(profileOf(firstName))),
    put: (firstName: string) => act(async () => fetched.put(profileOf(firstName))),
    reload: () => act(async () => fetched.reload()),
    isAborted: (load: number) => signals[load]?.aborted,
    isBusy: () => fetched.busy,
    name: () => document.querySelector("p")?.textContent,
  };
}

test("the previous data stays until a reload has ended", async () => {
  const page = await showProfile();
  await page.answer(0, "Samuel");
  await page.reload();
  expect(page.isBusy()).toBe(true);
  expect(page.name()).toBe("Samuel");
  await page.answer(1, "Elizabeth");
  expect(page.name()).toBe("Elizabeth");
});

test("a load that is still running when data is put does not replace it, and starts again", async () => {
  const page = await showProfile();
  await page.answer(0, "Samuel");
  await page.reload();
  await page.put("Elizabeth");
  expect(page.isAborted(1)).toBe(true);
  await page.answer(1, "Samuel");
  expect(page.name()).toBe("Elizabeth");
  await page.answer(2, "Elizabeth Pepys");
  expect(page.name()).toBe("Elizabeth Pepys");
  expect(page.isBusy()).toBe(false);
});
