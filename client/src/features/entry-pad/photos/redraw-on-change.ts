import { Reaction } from "mobx";

/**
 * Draws now, and again whenever an observable that `draw` has read changes. Returns a function that stops this. For DOM outside of React.
 * MobX's `autorun` would do the same, but nothing else uses it, so its code would enlarge the chunk that all logged-in pages load.
 */
export function redrawOnChange(draw: () => void): () => void {
  const reaction = new Reaction("redrawOnChange", () => reaction.track(draw));
  reaction.track(draw);
  return () => reaction.dispose();
}
