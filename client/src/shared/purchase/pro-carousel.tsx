import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import styles from "./pro-carousel.module.css";
import { carouselText as labels } from "./carousel-text.ts";

const { slides } = labels;

/** What PRO adds, one slide at a time. It never moves by itself. All slides have the same height, so nothing below moves. */
export function ProCarousel() {
  const [current, setCurrent] = useState(0);
  const go = (step: number) => setCurrent((current + step + slides.length) % slides.length);
  return (
    <section className={styles.carousel} aria-roledescription={labels.role} aria-label={labels.title}>
      <IconButton label={labels.previous} onClick={() => go(-1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <div className={styles.slides} aria-live="polite">
        {slides.map(({ title, detail }, index) => (
          <div
            key={title}
            className={styles.slide}
            role="group"
            aria-label={labels.position(index + 1, slides.length)}
            data-hidden={index !== current || undefined}
          >
            <p className={styles.title}>{title}</p>
            <p>{detail}</p>
          </div>
        ))}
        <p className={styles.position} aria-hidden>
          {labels.position(current + 1, slides.length)}
        </p>
      </div>
      <IconButton label={labels.next} onClick={() => go(1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </section>
  );
}
