/**
 * Sets the custom property `--height` of an element to its current height: on lined paper, the space below an image depends on
 * it. Returns a function that stops the updates.
 */
export function observeHeight(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    element.style.setProperty("--height", `${element.getBoundingClientRect().height}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
