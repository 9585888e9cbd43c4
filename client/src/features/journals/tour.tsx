import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../shared/ui/button.tsx";
import { tourText } from "./tour-text.ts";
import { rememberTourSeen, wasTourSeen } from "./tour-seen.ts";
import styles from "./tour.module.css";

type Step = keyof typeof tourText.steps;

/** The control that each step points at. Steps whose control is missing are skipped. */
const targets: Readonly<Record<Step, string>> = {
  write: 'main a[href$="/new"]',
  lists: "main nav:has([aria-current])",
  journal: "[data-tour=journal]",
  search: "header [role=search]",
};
const stepOrder: readonly Step[] = ["write", "lists", "journal", "search"];

const margin = 12;

type CardPosition = { ring: DOMRect; left: number; top: number };

/** Places the card below its control if there is room, otherwise above it. */
function positionNextTo(target: Element, card: HTMLElement): CardPosition {
  const ring = target.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = ring.bottom + margin;
  const top = below + height > window.innerHeight ? ring.top - height - margin : below;
  const left = Math.min(ring.left, document.documentElement.clientWidth - width - margin);
  return { ring, left: Math.max(margin, left), top: Math.max(margin, top) };
}

function useCardPosition(step: Step, card: RefObject<HTMLElement | null>): CardPosition | null {
  const [position, setPosition] = useState<CardPosition | null>(null);
  useLayoutEffect(() => {
    const target = document.querySelector(targets[step]);
    target?.scrollIntoView({ block: "nearest" });
    const moveCard = () => {
      if (target && card.current) setPosition(positionNextTo(target, card.current));
    };
    moveCard();
    window.addEventListener("resize", moveCard);
    window.addEventListener("scroll", moveCard, true);
    return () => {
      window.removeEventListener("resize", moveCard);
      window.removeEventListener("scroll", moveCard, true);
    };
  }, [step, card]);
  return position;
}

function Steps({ steps, onEnd }: { steps: readonly Step[]; onEnd: () => void }) {
  const [stepIndex, setStepIndex] = useState(0);
  const step = steps[stepIndex] ?? "write";
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const position = useCardPosition(step, card);
  const isLast = stepIndex === steps.length - 1;
  const { title, detail } = tourText.steps[step];

  const hasPosition = position !== null;
  useEffect(() => {
    // Each step focuses the card, so that a screen reader announces it, and Tab goes to its buttons.
    if (!hasPosition) return;
    // Runs after the layout moved the focus to the page's heading.
    const frame = requestAnimationFrame(() => card.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [stepIndex, hasPosition]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEnd();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onEnd]);
  return (
    <>
      {position && (
        <div
          className={styles.ring}
          style={{
            left: position.ring.left - 6,
            top: position.ring.top - 6,
            width: position.ring.width + 12,
            height: position.ring.height + 12,
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
        style={position ? { left: position.left, top: position.top } : { visibility: "hidden" }}
      >
        <p className={styles.count}>{tourText.progress(stepIndex + 1, steps.length)}</p>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        <p id={`${id}-detail`}>{detail}</p>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={onEnd}>
            {tourText.skip}
          </Button>
          {stepIndex > 0 && <Button onClick={() => setStepIndex(stepIndex - 1)}>{tourText.back}</Button>}
          <Button variant="primary" onClick={() => (isLast ? onEnd() : setStepIndex(stepIndex + 1))}>
            {isLast ? tourText.done : tourText.next}
          </Button>
        </div>
      </div>
    </>
  );
}

/**
 * A tour of a journal: a few steps, each next to the control that it explains. `?tour` shows it once per device, `?tour=again`
 * every time.
 */
export function Tour() {
  const [query, setQuery] = useSearchParams();
  const tour = query.get("tour");
  const isVisible = tour === "again" || (tour !== null && !wasTourSeen());
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    setSteps(isVisible ? stepOrder.filter((step) => document.querySelector(targets[step])) : []);
  }, [isVisible]);
  const end = () => {
    rememberTourSeen();
    setQuery(
      (current) => {
        current.delete("tour");
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return isVisible && steps.length > 0 ? <Steps steps={steps} onEnd={end} /> : null;
}
