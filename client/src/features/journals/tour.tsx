import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../shared/ui/button.tsx";
import { tourCopy } from "./tour-copy.ts";
import { noteTourSeen, wasTourSeen } from "./tour-seen.ts";
import styles from "./tour.module.css";

type Step = keyof typeof tourCopy.steps;

/** The control that each step points at. A step whose control is not there is left out. */
const targets: Readonly<Record<Step, string>> = {
  write: 'main a[href$="/new"]',
  lists: "main nav:has([aria-current])",
  journal: "[data-tour=journal]",
  search: "header [role=search]",
};
const order: readonly Step[] = ["write", "lists", "journal", "search"];

const margin = 12;

type Spot = { ring: DOMRect; left: number; top: number };

/** Beside its control: below it where there is room, else above, and never beyond the window. */
function spotOf(target: Element, card: HTMLElement): Spot {
  const ring = target.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = ring.bottom + margin;
  const top = below + height > window.innerHeight ? ring.top - height - margin : below;
  const left = Math.min(ring.left, document.documentElement.clientWidth - width - margin);
  return { ring, left: Math.max(margin, left), top: Math.max(margin, top) };
}

function useSpot(step: Step, card: RefObject<HTMLElement | null>): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useLayoutEffect(() => {
    const target = document.querySelector(targets[step]);
    target?.scrollIntoView({ block: "nearest" });
    const place = () => {
      if (target && card.current) setSpot(spotOf(target, card.current));
    };
    place();
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, true);
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, true);
    };
  }, [step, card]);
  return spot;
}

function Steps({ steps, onEnd }: { steps: readonly Step[]; onEnd: () => void }) {
  const [at, setAt] = useState(0);
  const step = steps[at] ?? "write";
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const spot = useSpot(step, card);
  const isLast = at === steps.length - 1;
  const { title, detail } = tourCopy.steps[step];

  // Each step is read out as it comes; the buttons follow with Tab.
  const isPlaced = spot !== null;
  useEffect(() => {
    if (!isPlaced) return;
    // After the page gave the focus to its heading, as it does on every way to it.
    const frame = requestAnimationFrame(() => card.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [at, isPlaced]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEnd();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [onEnd]);
  return (
    <>
      {spot && (
        <div
          className={styles.ring}
          style={{
            left: spot.ring.left - 6,
            top: spot.ring.top - 6,
            width: spot.ring.width + 12,
            height: spot.ring.height + 12,
          }}
        />
      )}
      <div
        ref={card}
        className={styles.card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-detail`}
        tabIndex={-1}
        style={spot ? { left: spot.left, top: spot.top } : { visibility: "hidden" }}
      >
        <p className={styles.count}>{tourCopy.label(at + 1, steps.length)}</p>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        <p id={`${id}-detail`}>{detail}</p>
        <div className={styles.acts}>
          <Button variant="quiet" onClick={onEnd}>
            {tourCopy.skip}
          </Button>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{tourCopy.back}</Button>}
          <Button variant="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
            {isLast ? tourCopy.done : tourCopy.next}
          </Button>
        </div>
      </div>
    </>
  );
}

/**
 * `?tour` of a journal: what is where, in a few steps that point at the real thing. It is shown once on a device, and whenever
 * somebody asks for it (`?tour=again`).
 */
export function Tour() {
  const [query, setQuery] = useSearchParams();
  const isAsked = query.has("tour");
  const isDue = isAsked && (query.get("tour") === "again" || !wasTourSeen());
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    setSteps(isDue ? order.filter((step) => document.querySelector(targets[step])) : []);
  }, [isDue]);
  const end = () => {
    noteTourSeen();
    setQuery(
      (before) => {
        before.delete("tour");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return isDue && steps.length > 0 ? <Steps steps={steps} onEnd={end} /> : null;
}
