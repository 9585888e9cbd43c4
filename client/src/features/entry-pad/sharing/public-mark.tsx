import { Globe } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { whenReachable } from "../../../shared/connection.ts";
import { publicLinkDialogState } from "../../../shared/public-link-dialog-state.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { padText } from "../pad-text.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import type { PadSession } from "../session/pad-session.ts";

const PublicLink = lazy(
  whenReachable(async () => ({ default: (await import("./public-link.tsx")).PublicLink })),
);

/** Shows that the entry has a public link, and opens its dialog. After a click on the mark in the entry list, the page opens with the dialog. */
export const PublicMark = observer(function PublicMark({
  session,
  details,
  onMarkRemoved,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  /** called when the dialog closes and the link was removed: the mark is gone, so the caller must move the focus */
  onMarkRemoved: () => void;
}) {
  const { state } = useLocation();
  const isPublic = details.values.publicUrl !== null;
  const [isOpen, setIsOpen] = useState(() => isPublic && publicLinkDialogState.isIn(state));
  const close = () => {
    setIsOpen(false);
    publicLinkDialogState.clear();
    if (details.values.publicUrl === null) setTimeout(onMarkRemoved);
  };
  return (
    <>
      {isPublic && (
        <Button
          variant="quiet"
          data-no-print
          icon={<Globe size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {padText.publicLink}
        </Button>
      )}
      <Suspense>{isOpen && <PublicLink session={session} details={details} onClose={close} />}</Suspense>
    </>
  );
});
