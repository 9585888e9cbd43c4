/** A step before the command failed; the message is a sentence for the person at the terminal. */
export class BuildError extends Error {
  name = "BuildError";
}
