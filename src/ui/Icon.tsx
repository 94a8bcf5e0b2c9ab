import type { ReactElement } from 'react';

/** Line icons on a 24-unit grid, drawn inline: no icon font and no request. */
const PATHS = {
  copy: 'M9 9h10v10H9zM5 15V5h10',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M6 5v14',
  last: 'M6 5l7 7-7 7M18 5v14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  retry: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warning: 'M12 4l9.5 16h-19zM12 10v4M12 17h.01',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M10.5 8v5M8 10.5h5',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M8 10.5h5',
  rotate: 'M19 13a7 7 0 1 1-2-6.5M19 3v5h-5',
  cloudOff: 'M7 18h10a4 4 0 0 0 2.6-7M16 8.5A5.5 5.5 0 0 0 6 10a4 4 0 0 0-1 7.7M3 3l18 18',
  question: 'M4 5h16v11H9l-5 4zM9.8 8.6a2.3 2.3 0 1 1 3.2 2.1c-.7.3-1 .7-1 1.3M12 13.6h.01',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  edit: 'M4.5 19.5h4L19.5 8.5l-4-4-11 11z',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', display: 'block' }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
