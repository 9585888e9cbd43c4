import { type ComponentProps, lazy, Suspense } from "react";
import { whenReachable } from "../connection.ts";
import { TypedAhead } from "./typed-ahead.tsx";

const loadConfirm = () => import("./confirm.tsx");
const loadDialog = () => import("./dialog.tsx");

const LoadedConfirm = lazy(whenReachable(async () => ({ default: (await loadConfirm()).Confirm })));
const LoadedDialog = lazy(whenReachable(async () => ({ default: (await loadDialog()).Dialog })));

/** The confirmation dialog, loaded when it first opens. While it loads, {@link TypedAhead} collects what the user types. */
export function Confirm(props: ComponentProps<typeof LoadedConfirm>) {
  return props.open ? (
    <Suspense fallback={<TypedAhead onClose={props.onCancel} />}>
      <LoadedConfirm {...props} />
    </Suspense>
  ) : null;
}

/** The dialog, loaded when it first opens, like {@link Confirm}. */
export function Dialog(props: ComponentProps<typeof LoadedDialog>) {
  return props.open ? (
    <Suspense fallback={<TypedAhead onClose={props.onClose} />}>
      <LoadedDialog {...props} />
    </Suspense>
  ) : null;
}

/** Prefetches the dialogs, so that they open immediately, even offline. */
export async function prefetchDialogs(): Promise<void> {
  await Promise.all([loadConfirm(), loadDialog()]);
}
