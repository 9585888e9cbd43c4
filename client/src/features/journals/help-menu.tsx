import { BookOpen, CircleHelp, Footprints } from "lucide-react";
import { useNavigate } from "react-router";
import { Menu } from "../../shared/ui/menu.tsx";
import { tourText } from "./tour-text.ts";

/** The help menu: the tour of a journal, and the answers to common questions. */
export function HelpMenu({ tourOf }: { tourOf: number | null }) {
  const navigate = useNavigate();
  const tour = {
    label: tourText.show,
    icon: <Footprints size={16} aria-hidden />,
    run: () => void navigate(`/journals/${tourOf}?tour=again`),
  };
  return (
    <Menu
      label={tourText.help}
      icon={<CircleHelp size={18} aria-hidden />}
      items={[
        ...(tourOf === null ? [] : [tour]),
        {
          label: tourText.support,
          icon: <BookOpen size={16} aria-hidden />,
          run: () => void navigate("/support"),
        },
      ]}
    />
  );
}
