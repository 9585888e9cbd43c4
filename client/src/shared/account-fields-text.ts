/** Labels and hints of the fields for a person's names and new password. */
export const accountFieldsText = {
  retypePassword: "Confirm password",
  firstName: "First name",
  lastName: "Last name",
  lastNameHint: "Optional.",
  passwordHint: "At least 8 characters. You can paste it.",
} as const;
