// @vitest-environment happy-dom
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { testServer } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { Results } from "./results.tsx";
import { blankSearch } from "./search-path.ts";

test("the link to the next page uses the current search, not that of the shown results", async () => {
  const { api } = testServer();
  const services = { api, settings: new SettingsStore(api), stores: null };
  const answeredSearch = { ...blankSearch, query: "fire" };
  const entry = {
    id: 5,
    title: "Fire",
    excerpt: "",
    created: 0,
    local_date: "1660-01-01",
    is_locked: false,
    journal: { id: 1, name: "Diary", is_locked: false },
  };
  const { remove } = await renderForTest(
    <MemoryRouter>
      <Results
        searchKey={answeredSearch}
        requestedKey={{ ...answeredSearch, order: "date" }}
        reply={{
          total_entries: 200,
          page: 1,
          entries: [{ entry }],
          tags: [],
          corrected_query: null,
          has_all_words: true,
        }}
        state={null}
        onOpen={() => {}}
      />
    </MemoryRouter>,
    services,
  );
  expect(document.querySelector("[href='/search?query=fire&order=date&page=2']")).not.toBeNull();
  await remove();
});
