import { type ComponentProps, useCallback, useState } from "react";
import { observeHeight } from "./observe-height.ts";
import { externalHost } from "./external-host.ts";
import { pictureText } from "./picture-text.ts";
import styles from "./picture.module.css";

/**
 * A picture in read-only text. A note replaces a picture that failed to load, and a picture from another website, which is blocked on
 * purpose.
 */
export function Picture({
  src,
  alt = "",
  title,
  width,
  height,
}: Pick<ComponentProps<"img">, "src" | "alt" | "title" | "width" | "height">) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const heightRef = useCallback(
    (element: HTMLElement | null) => (element ? observeHeight(element) : undefined),
    [],
  );
  const site = externalHost(src ?? null);
  if (src && site === null && src !== failedSrc) {
    return (
      <img
        ref={heightRef}
        className={styles.picture}
        src={src}
        alt={alt}
        title={title}
        width={width}
        height={height}
        onError={() => setFailedSrc(src)}
      />
    );
  }
  return (
    <span ref={heightRef} className={styles.missing} title={title}>
      {alt !== "" && `${alt}. `}
      {site === null ? pictureText.loadFailed : pictureText.blocked(site)}
    </span>
  );
}
