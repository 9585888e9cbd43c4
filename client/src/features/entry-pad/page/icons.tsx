import type { ReactNode } from "react";

/** An icon in Lucide's style. */
function Icon({ size, children }: { size: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {children}
    </svg>
  );
}

/** A picture with a plus sign. */
export const AddPhotoIcon = ({ size }: { size: number }) => (
  <Icon size={size}>
    <path d="M20 13v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h7" />
    <path d="m4 18 5-5 8 7" />
    <path d="M19 3v6M16 6h6" />
  </Icon>
);

/** One point connected to two others. */
export const ShareIcon = ({ size }: { size: number }) => (
  <Icon size={size}>
    <circle cx="6" cy="12" r="2.5" />
    <circle cx="18" cy="5.5" r="2.5" />
    <circle cx="18" cy="18.5" r="2.5" />
    <path d="m8.3 10.8 7.4-4.1M8.3 13.2l7.4 4.1" />
  </Icon>
);
