/** Installing or building failed. The message is for the person at the terminal. */
export class BuildError extends Error {
  name = "BuildError";
}
