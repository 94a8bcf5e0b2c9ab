import type { ManifestOptions } from 'vite-plugin-pwa';

/** What the share sheet hands over: sw/shareTarget.ts reads the same names. */
export const SHARE_TARGET = { action: '/share-target', field: 'bills' } as const;

const icon = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcutIcons = [icon('shortcut-96.png', 96)];

/** The web app manifest. PNG icons, because a browser may not count an SVG alone as installable. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kharcha',
  short_name: 'Kharcha',
  description: 'Travel and expense claims that are never lost, never sent twice and never seen by the wrong person.',
  lang: 'en-IN',
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#1259a7',
  background_color: '#f4f6f9',
  categories: ['business', 'finance', 'productivity'],
  icons: [icon('icon-192.png', 192), icon('icon-512.png', 512), icon('maskable-512.png', 512, 'maskable')],
  screenshots: [
    {
      src: '/screenshots/narrow.png',
      sizes: '720x1480',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Claims on the phone, with what waits to be sent on top',
    },
    {
      src: '/screenshots/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'A manager’s queue with the bill beside the facts',
    },
  ],
  shortcuts: [
    { name: 'New expense', short_name: 'New expense', url: '/raise-local/expense?new=1', icons: shortcutIcons },
    { name: 'Approvals', short_name: 'Approvals', url: '/approve-local/expense', icons: shortcutIcons },
  ],
  share_target: {
    action: SHARE_TARGET.action,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [
        {
          name: SHARE_TARGET.field,
          accept: [
            'image/jpeg',
            'image/png',
            'image/webp',
            'image/heic',
            'application/pdf',
            '.jpg',
            '.jpeg',
            '.png',
            '.webp',
            '.heic',
            '.pdf',
          ],
        },
      ],
    },
  },
};
