import { bounds } from "@daybook/domain/contract/bounds";
import { Search } from "lucide-react";
import { type Ref, useEffect, useId, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import styles from "./search-box.module.css";
import { searchText } from "./search-text.ts";

/**
 * The search field of the search page. It shows the query of the URL, and changes it on submit.
 *
 * @param tag the tag whose entries are searched; null for all
 */
export function SearchBox({
  query,
  tag,
  ref,
  onSearch,
}: {
  query: string;
  tag: string | null;
  ref: Ref<HTMLInputElement>;
  onSearch: (query: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(query);
  useEffect(() => setText(query), [query]);
  return (
    <form
      className={styles.box}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <label className={styles.label} htmlFor={id}>
        {tag === null ? searchText.box : searchText.boxInTag(tag)}
      </label>
      <div className={styles.line}>
        <Search className={styles.icon} size={18} aria-hidden />
        <input
          id={id}
          ref={ref}
          className={styles.input}
          type="search"
          value={text}
          maxLength={bounds.searchQuery}
          autoComplete="off"
          aria-keyshortcuts="/"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {searchText.submit}
        </Button>
      </div>
    </form>
  );
}
