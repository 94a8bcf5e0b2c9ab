import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kharcha',
  short_name: 'Kharcha',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
};
