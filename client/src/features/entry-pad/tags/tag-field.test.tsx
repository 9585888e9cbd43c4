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
  const pendingRequests: {
    name: string;
    answer: (status: number, fields?: { name: string }) => Promise<void>;
  }[] = [];
  const api = createApi({
    fetch: async (_url, { body, method }) => {
      if (method === "GET") return Response.json({ tags: [] });
      const { name } = JSON.parse(body as string) as { name: string };
      return new Promise((resolve) =>
        pendingRequests.push({
          name,
          answer: (status, fields) =>
            act(async () => {
              const tag = { id: name.length, name, total_entries: 1 };
              const reply =
                status === 200 ? { tag } : { error: "Too long.", code: "invalid", ...(fields && { fields }) };
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
  /** The text that screen readers read with the field. */
  const fieldDescription = () =>
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
  return {
    ...rendered,
    field,
    fieldDescription,
    nextRequest,
    pendingRequests,
    tags: () => details.values.tags.map(({ name }) => name),
  };
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
  const { type, field, nextRequest, pendingRequests } = await renderField();
  await type("sea,");
  const request = await nextRequest("sea");
  await type("Sea,");
  expect(field.value).toBe("Sea");
  expect(document.body.textContent).toContain("already has the tag “Sea”");
  await request.answer(200);
  expect(pendingRequests).toEqual([]);
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

test("a pasted name that cannot be added returns to the field with the names after it", async () => {
  const { type, field, nextRequest } = await renderField();
  await type("sea,");
  await nextRequest("sea");
  await act(async () => {
    Reflect.set(HTMLInputElement.prototype, "value", "Sea, land, hills", field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(field.value).toBe("Sea, land, hills");
});

test("a refused tag shows its error at the field", async () => {
  const { type, field, fieldDescription, nextRequest } = await renderField();
  await type("one more,");
  await (await nextRequest("one more")).answer(422, { name: "An entry has at most 200 tags." });
  expect(fieldDescription()).toBe("“one more” was not added. An entry has at most 200 tags.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("a tag that is too long is refused at the field without a request", async () => {
  const { type, field, fieldDescription, pendingRequests } = await renderField();
  await type(`${"x".repeat(101)},`);
  expect(fieldDescription()).toBe("A tag may have at most 100 characters.");
  expect(field.value).toBe("x".repeat(101));
  expect(pendingRequests).toEqual([]);
});
