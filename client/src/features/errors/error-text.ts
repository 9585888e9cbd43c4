/** The on-screen text of the error pages. */
export const errorText = {
  notFoundTitle: "Not found",
  notFound: (target: string) => `Sorry, the ${target} you were looking for was not found.`,
  forbiddenTitle: "No access",
  forbidden: (target: string) => `Your account does not have access to this ${target}.`,
  goToJournals: "Go to your journals",
  goToHomePage: "Go to the home page",
  help: "Help",
} as const;
