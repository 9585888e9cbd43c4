/**
 * Tells the styles the height of an element in `--height`, for as long as it is shown: on lined paper the space below an image
 * depends on it. Returns a function that stops.
 */
export function observeHeight(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    element.style.setProperty("--height", `${element.getBoundingClientRect().height}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
