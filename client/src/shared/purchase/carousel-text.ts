/** Text of the carousel above the purchase form. */
export const carouselText = {
  role: "carousel",
  title: "What PRO adds",
  previous: "Previous feature of PRO",
  next: "Next feature of PRO",
  position: (index: number, count: number) => `${index} of ${count}`,
  slides: [
    {
      title: "More than one journal",
      detail: "One for work, one for travels, one for dreams: as many as you like.",
    },
    {
      title: "Encrypted journals",
      detail: "Lock a journal so that nobody can read it without its password, not even us.",
    },
    { title: "Your own look", detail: "Eight themes, fourteen covers, papers and fonts for each journal." },
    {
      title: "Reminders to the minute",
      detail: "Choose the exact time of each reminder, on the clock of your time zone.",
    },
    { title: "A better search", detail: "Search one journal, or only tags, or only entries." },
    { title: "More space for photos", detail: "20 GB instead of 1 GB." },
  ],
} as const;
