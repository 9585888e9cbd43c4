// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createApi } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleSession } from "../../../shared/testing/sample-session.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import type { PadSession } from "../session/pad-session.ts";
import { TagField } from "./tag-field.tsx";

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

/** Renders the field, with a server whose answers the test sends. */
async function renderField() {
  const pendingRequests: { name: string; answer: (status: number) => Promise<void> }[] = [];
  const api = createApi({
    fetch: async (_url, { body, method }) => {
      if (method === "GET") return Response.json({ tags: [] });
      const { name } = JSON.parse(body as string) as { name: string };
      return new Promise((resolve) =>
        pendingRequests.push({
          name,
          answer: (status) =>
            act(async () => {
              const tag = { id: name.length, name, total_entries: 1 };
              const reply = status === 200 ? { tag } : { error: "Too long.", code: "invalid" };
              resolve(Response.json(reply, { status }));
              await new Promise((resolve) => setTimeout(resolve));
            }),
        }),
      );
    },
    session: () => sampleSession(Date.now() + 1e9),
    clock: { now: () => Date.now() },
    sleep: () => Promise.resolve(),
    random: () => "token",
    origin: "http://localhost:3000",
    onUnauthorised: () => {},
  });
  const details = new EntryDetailsStore(api, 1, () => 2);
  const session = { journalId: 1, ensureEntry: () => Promise.resolve(2) } as unknown as PadSession;
  rendered = await renderForTest(
    <TagField session={session} details={details} onAdded={() => {}} onClose={() => {}} />,
    { api },
  );
  const field = document.querySelector("input")!;
  const nextRequest = async (name: string) => {
    await vi.waitFor(() => expect(pendingRequests[0]?.name).toBe(name));
    return pendingRequests.shift()!;
  };
  return { ...rendered, field, nextRequest, tags: () => details.values.tags.map(({ name }) => name) };
}

test("text that is typed after a comma stays in the field", async () => {
  const { type, field, nextRequest, tags } = await renderField();
  await type("sea, night walks");
  expect(field.value).toBe("night walks");
  await (await nextRequest("sea")).answer(200);
  expect(field.value).toBe("night walks");
  await type(",cooking");
  await (await nextRequest("night walks")).answer(200);
  expect(field.value).toBe("cooking");
  expect(tags()).toEqual(["sea", "night walks"]);
});

test("a tag whose request is pending is not added twice", async () => {
  const { type, field, nextRequest } = await renderField();
  await type("sea,");
  await nextRequest("sea");
  await type("Sea,");
  expect(field.value).toBe("Sea");
  expect(document.body.textContent).toContain("already has the tag “Sea”");
});

test("a refused tag returns to the field, unless the next tag is being typed there", async () => {
  const { type, field, nextRequest } = await renderField();
  await type("sea,");
  await (await nextRequest("sea")).answer(422);
  expect(field.value).toBe("sea");
  expect(document.body.textContent).toContain("“sea” was not added. Too long.");
  await type(",land");
  await (await nextRequest("sea")).answer(422);
  expect(field.value).toBe("land");
});
