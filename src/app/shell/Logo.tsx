import type { ReactElement } from 'react';

/** The mark and the name, 137 x 38. The same drawing is in index.html. */
export function Logo(): ReactElement {
  return (
    <svg width="137" height="38" viewBox="0 0 137 38" role="img" aria-label="Kharcha">
      <g transform="translate(0 2) scale(0.0664)">
        <rect width="512" height="512" rx="116" fill="#1259a7" />
        <path
          d="M144 100h224a16 16 0 0 1 16 16v296l-32-24-32 24-32-24-32 24-32-24-32 24-32-24-32 24V116a16 16 0 0 1 16-16z"
          fill="#fff"
        />
        <path
          d="M194 164h124M194 216h124M194 164h30c64 0 64 102 0 102h-30l92 84"
          fill="none"
          stroke="#1259a7"
          strokeWidth="32"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
      <text
        x="43"
        y="26.5"
        fontSize="22"
        fontWeight="700"
        letterSpacing="-.4"
        fill="currentColor"
        textLength="91"
        lengthAdjust="spacingAndGlyphs"
      >
        Kharcha
      </text>
    </svg>
  );
}
