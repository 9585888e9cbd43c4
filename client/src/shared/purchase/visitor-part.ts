import type { BodyOf } from "@daybook/domain/contract/contract";
import type { ReactNode } from "react";
import type { ApiFailure } from "../api-client.ts";
import type { BotCheck } from "../bot-check.ts";

/** Somebody who buys without a session. */
export type Visitor = BodyOf<"goProLoggedOut">["user"];

/** The fields that a visitor types into, in the order of the form. */
const visitorFields = ["email", "plain_password"] as const;
/** See {@link visitorFields}. */
export type VisitorField = (typeof visitorFields)[number];

/** The part of the purchase form that asks a visitor who they are. */
export type VisitorPart = {
  /** The fields. `errorOf` is what the server said about one of them, for example about `email`. */
  readonly render: (errorOf: (name: keyof Visitor) => string | undefined) => ReactNode;
  /** Returns what was typed. When something is missing, focuses that field and returns `null`. */
  readonly read: () => Visitor | null;
  readonly focus: (field: VisitorField) => void;
  readonly botCheck: BotCheck;
};

/** What the server said about the fields of a visitor, by field. The server names a field by its path, such as `user.email`. */
export function errorsOfVisitor(failure: ApiFailure | null): Partial<Record<keyof Visitor, string>> {
  if (!failure) return {};
  if (failure.code === "wrong_credentials") return { plain_password: failure.message };
  const errors = Object.entries(failure.fields ?? {}).map(([path, text]) => [
    path.replace("user.", ""),
    text,
  ]);
  return Object.fromEntries(errors) as Partial<Record<keyof Visitor, string>>;
}

/** The first of the visitor's fields that the server refused; `null` when the server refused none of them. */
export function wrongFieldOf(failure: ApiFailure | null): VisitorField | null {
  const errors = errorsOfVisitor(failure);
  return visitorFields.find((name) => errors[name] !== undefined) ?? null;
}
