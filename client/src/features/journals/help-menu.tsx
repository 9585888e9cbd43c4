import { BookOpen, CircleHelp, Footprints } from "lucide-react";
import { useNavigate } from "react-router";
import { Menu } from "../../shared/ui/menu.tsx";
import { tourText } from "./tour-text.ts";

/** The help menu: the tour of a journal (unless its id is null), and the answers to common questions. */
export function HelpMenu({ tourJournalId }: { tourJournalId: number | null }) {
  const navigate = useNavigate();
  const tour = {
    label: tourText.show,
    icon: <Footprints size={16} aria-hidden />,
    run: () => void navigate(`/journals/${tourJournalId}?tour=again`),
  };
  return (
    <Menu
      label={tourText.help}
      icon={<CircleHelp size={18} aria-hidden />}
      items={[
        ...(tourJournalId === null ? [] : [tour]),
        {
          label: tourText.support,
          icon: <BookOpen size={16} aria-hidden />,
          run: () => void navigate("/support"),
        },
      ]}
    />
  );
}
