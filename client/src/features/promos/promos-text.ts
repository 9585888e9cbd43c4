/** Text of the promotion banner, the promotion pages and the offers that are shown once. */
export const promosText = {
  banner: "Current offer",
  percentOff: (percent: number) => `${percent} percent off yearly plans.`,
  extraTime: (years: number) => `${years === 1 ? "One extra year" : `${years} extra years`} for free.`,
  specialPrice: "A year of PRO at a special price.",
  endsIn: (time: string) => `It ends in ${time}.`,
  see: "See the offer",
  hide: "Hide",
  later: "Not now",
  page: {
    flash: {
      title: "Flash sale",
      heading: "Flash sale",
      lead: "For a short time, a year of PRO costs less.",
    },
    powerUser: {
      title: "Power user sale",
      heading: "You write a lot. Thank you.",
      lead: "You have written your 15th entry. As a thank-you, you get PRO for half the price.",
      about: "For people who have written 15 entries: PRO for half the price, as a thank-you.",
    },
    named: { title: "Offer", heading: "Our offer", lead: "An offer for a year of PRO." },
    countdown: "Time left",
    units: { days: "days", hours: "hours", minutes: "minutes", seconds: "seconds" },
    ends: (moment: string) => `The offer ends on ${moment}. After that, the full price applies.`,
    year: "One year of PRO",
    plusYear: "One year of PRO plus",
    fullPrice: "Full price",
    now: "now",
    buy: (amount: string) => `Get PRO for ${amount}`,
    haveAccount: "Already have an account?",
    logIn: "Log in to use the offer",
    logInHint: "This offer belongs to your account. Log in to see your price.",
    over: "This offer has ended",
    overDetail: "The full price applies again. You can see all plans and what they cost now.",
    none: "There is no such offer now",
    noneDetail:
      "It may have ended, or the link is not complete. You can see all plans and what they cost now.",
    badCode: "This code does not work",
    allPlans: "See all plans",
    journals: "Go to your journals",
  },
  modal: {
    powerUser: {
      title: "Your 15th entry: PRO for half the price",
      detail: "You write a lot. As a thank-you, you get yearly plans for half the price.",
    },
    flash: (percent: number) => ({
      title: `Flash sale: ${percent} percent off`,
      detail: "For a short time, yearly plans cost less.",
    }),
  },
} as const;
