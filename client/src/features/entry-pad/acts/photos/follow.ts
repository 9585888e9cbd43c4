import { Reaction } from "mobx";

/**
 * Draws now, and again whenever something changes that was read while drawing; answers with how to stop. For what is drawn
 * without React; MobX' own `autorun` would weigh on the first load of every page.
 */
export function follow(draw: () => void): () => void {
  const reaction = new Reaction("follow", () => reaction.track(draw));
  reaction.track(draw);
  return () => reaction.dispose();
}
