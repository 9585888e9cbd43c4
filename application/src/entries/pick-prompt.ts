import type { Prompt } from "@daybook/content/prompts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";

/** Picks a writing prompt for the actor, other than the one that this process picked for them last. */
export const pickPrompt = (app: Application, { actor }: Context): Prompt => app.pickPrompt(actor.userId);
