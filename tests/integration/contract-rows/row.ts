import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteInput } from "@daybook/bin/remote/remote-daybook";

/** What a person has, to ask for. */
export type Things = {
  journalId: string;
  entryId: string;
  versionId: string;
  sessionId: string;
  photoId: string;
  tagId: string;
};
/** What a call is tried with. */
export type Row<N extends CallName = CallName> = {
  /** A request that is right but for who sends it. */
  input: (things: Things) => RemoteInput<N>;
  /** What somebody gets for another person's things; absent where there is nothing of another's to ask for. */
  foreign?: number;
  /** What a free account gets for what only a paid one may do, and the request. */
  wrongTier?: { input: (things: Things) => RemoteInput<N>; status: number; code: string };
  /** A request that nobody can serve, and what it gets. */
  malformed?: { input: (things: Things) => RemoteInput<N>; status: number };
};

/** The rows of some calls. */
export type Rows<N extends CallName> = { [Name in N]: Row<Name> };

/* What most calls are tried with, and what they refuse. */
export const journal = ({ journalId }: Things) => ({ params: { journalId } });
export const entry = ({ journalId, entryId }: Things) => ({ params: { journalId, entryId } });
export const cover = ({ journalId }: Things) => ({ params: { journalId, coverId: journalId } });
export const setting = ({ journalId }: Things) => ({ params: { journalId, settingId: journalId } });
export const theme = ({ journalId }: Things) => ({ params: { journalId, themeId: "1" } });
export const tag = ({ tagId }: Things) => ({ params: { tagId } });
export const badTag = { input: () => ({ params: { tagId: "blue" } }), status: 400 };
export const badJournal = { input: () => ({ params: { journalId: "abc" } }), status: 400 };
export const badEntry = {
  input: ({ journalId }: Things) => ({ params: { journalId, entryId: "-1" } }),
  status: 400,
};
