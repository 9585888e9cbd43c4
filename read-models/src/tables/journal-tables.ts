import type {
  ClassroomRole,
  CoverName,
  DateMethod,
  FontName,
  FontSize,
  InkName,
} from "@daybook/domain/contract/appearance-values";
import {
  bigint,
  defineTable,
  flag,
  instant,
  integer,
  integerOf,
  nullable,
  sealedText,
  text,
} from "../define-table.ts";

/** Journals with their covers and compose settings. */
export const journals = defineTable({
  name: "journals",
  access: "rows",
  columns: {
    id: bigint,
    userId: bigint,
    name: sealedText("journal.name"),
    /** `hidden`: emptied by a downgrade. */
    status: text<"active" | "trashed" | "hidden">(),
    createdAt: instant,
    trashedAt: nullable(instant),
    /** Cover and settings as chosen. Which of them apply depends on the owner's membership. */
    cover: nullable(text<CoverName>()),
    font: text<FontName>(),
    fontSize: integerOf<FontSize>(),
    fontColour: nullable(text<InkName>()),
    dateMethod: text<DateMethod>(),
    padThemeId: integer,
    pageThemeId: integer,
    classroom: text<ClassroomRole>(),
    lookingGlass: flag,
  },
  primaryKey: ["id"],
  indexes: [
    { name: "journals_by_user", on: "user_id, created_at, id" },
    { name: "journals_trashed", on: "trashed_at, id", where: "trashed_at IS NOT NULL" },
  ],
});
