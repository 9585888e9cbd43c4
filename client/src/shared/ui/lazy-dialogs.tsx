import { type ComponentProps, lazy, Suspense } from "react";

const loadConfirm = () => import("./confirm.tsx");
const loadDialog = () => import("./dialog.tsx");

const LoadedConfirm = lazy(async () => ({ default: (await loadConfirm()).Confirm }));
const LoadedDialog = lazy(async () => ({ default: (await loadDialog()).Dialog }));

/** A {@link LoadedConfirm} that the first paint does not wait for. */
export function Confirm(props: ComponentProps<typeof LoadedConfirm>) {
  return props.open ? (
    <Suspense>
      <LoadedConfirm {...props} />
    </Suspense>
  ) : null;
}

/** A {@link LoadedDialog} that the first paint does not wait for. */
export function Dialog(props: ComponentProps<typeof LoadedDialog>) {
  return props.open ? (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  ) : null;
}

/** Fetches the dialogs while nothing else is to do, so that they open at once, and without the server too. */
export async function warmDialogs(): Promise<void> {
  await Promise.all([loadConfirm(), loadDialog()]);
}
