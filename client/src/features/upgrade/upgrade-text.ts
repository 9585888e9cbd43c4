/** Text of the dialogs that sell and renew PRO. */
export const upgradeText = {
  upgradeTitle: "Upgrade to PRO",
  upgradeLead:
    "More than one journal, all themes, covers and papers, encrypted journals, search filters and reminders at the time you choose.",
  renewTitle: "Renew PRO",
  renewLead: "A renewal begins when your current plan ends, so no paid day is lost.",
  renewExpiredLead: "Your PRO plan has ended. Renew it to get all features of PRO again.",
  compare: "Compare the plans",
} as const;
