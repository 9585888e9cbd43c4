// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { pictureText } from "./picture-text.ts";
import { Picture } from "./picture.tsx";

test("after a picture failed to load, a note replaces it until the address changes", async () => {
  const { show, remove } = await renderForTest(<Picture src="/api/photos/1" alt="The dock" />);
  await act(async () => document.querySelector("img")?.dispatchEvent(new Event("error")));
  expect(document.querySelector("img")).toBeNull();
  expect(document.body.textContent).toBe(`The dock. ${pictureText.loadFailed}`);
  await show(<Picture src="/api/photos/2" alt="The river" />);
  expect(document.querySelector("img")?.getAttribute("src")).toBe("/api/photos/2");
  await remove();
});
