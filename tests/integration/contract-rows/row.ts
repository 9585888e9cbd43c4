import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteInput } from "@daybook/bin/remote/remote-daybook";

/** The ids of a person's data. */
export type PersonIds = {
  journalId: string;
  entryId: string;
  versionId: string;
  sessionId: string;
  photoId: string;
  tagId: string;
  reminderId: string;
  methodId: string;
};
/** The test requests of a call. */
export type Row<N extends CallName = CallName> = {
  /** A well-formed request, which may still be refused. */
  input: (ids: PersonIds) => RemoteInput<N>;
  /** The status that another person gets for `input`. When absent, no other person sends it. */
  otherPersonStatus?: number;
  /** A request that needs a paid account, and the error that a free account gets. */
  wrongTier?: { input: (ids: PersonIds) => RemoteInput<N>; status: number; code: string };
  /** A malformed request, and the status of its reply. */
  malformed?: { input: (ids: PersonIds) => RemoteInput<N>; status: number };
};

/** The test requests by call. */
export type Rows<N extends CallName> = { [Name in N]: Row<Name> };

/* Requests and errors that several calls share. */
export const journal = ({ journalId }: PersonIds) => ({ params: { journalId } });
export const entry = ({ journalId, entryId }: PersonIds) => ({ params: { journalId, entryId } });
export const cover = ({ journalId }: PersonIds) => ({ params: { journalId, coverId: journalId } });
export const setting = ({ journalId }: PersonIds) => ({ params: { journalId, settingId: journalId } });
export const theme = ({ journalId }: PersonIds) => ({ params: { journalId, themeId: "1" } });
export const tag = ({ tagId }: PersonIds) => ({ params: { tagId } });
export const badTag = { input: () => ({ params: { tagId: "blue" } }), status: 400 };
export const badJournal = { input: () => ({ params: { journalId: "abc" } }), status: 400 };
export const badEntry = {
  input: ({ journalId }: PersonIds) => ({ params: { journalId, entryId: "-1" } }),
  status: 400,
};
