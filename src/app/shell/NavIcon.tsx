import type { ReactElement } from 'react';

/** Line icons of the navigation, on the same grid as ui/Icon. */
const PATHS = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  claims: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  approvals: 'M9 4h6v3H9zM7 5.5H5V21h14V5.5h-2M8.5 14l2.5 2.5 4.5-5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  enquiries: 'M4 5h16v11H9l-5 4zM9.8 8.6a2.3 2.3 0 1 1 3.2 2.1c-.7.3-1 .7-1 1.3M12 13.6h.01',
  inbox: 'M4 13v7h16v-7M12 4v10M8 10.5l4 4 4-4',
  outbox: 'M4 13v6h16v-6M4 13l3-8h10l3 8M4 13h5l1 2h4l1-2h5',
  trips: 'M3 15l18-6-2-2-5 1-6-4-2 1 4 5-4 1-2-2-1 1z',
  report: 'M5 20V10M12 20V4M19 20v-7',
  standIn: 'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM3 19a6 6 0 0 1 10-4.5M14 17h7M18 14l3 3-3 3',
  devices: 'M3 5h13v9H3zM7 18h5M17 9h4v11h-4z',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  plug: 'M9 3v5M15 3v5M7 8h10v4a5 5 0 0 1-10 0zM12 17v4',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0M12 5V3.5',
  scheme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  sent: 'M5 12.5l4.5 4.5L19 7.5',
  waiting: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  sending: 'M12 20V5M5.5 11.5L12 5l6.5 6.5',
  offline: 'M7 18h10a4 4 0 0 0 2.6-7M16 8.5A5.5 5.5 0 0 0 6 10a4 4 0 0 0-1 7.7M3 3l18 18',
  needsYou: 'M12 4l9.5 16h-19zM12 10v4M12 17h.01',
} as const;
export type NavIconName = keyof typeof PATHS;

export function NavIcon({ name, size = 22 }: { name: NavIconName; size?: number }): ReactElement {
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
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
