// Runs beside the app's own code, before it is there: takes over the chosen colours and asks for the first list.
(() => {
  // The offer to install may come before the code that shows its button (src/data/install.ts).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.kharchaInstall = event;
  });
  addEventListener('appinstalled', () => delete window.kharchaInstall);
  const root = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  let scheme = null;
  try {
    scheme = localStorage.getItem('kharcha.scheme');
  } catch {
    // No storage, no choice.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const match = /(?:^|; )admin-auth-token=([^;]+)/.exec(document.cookie);
  const path = location.pathname.length > 1 ? location.pathname.replace(/\/$/, '') : '/';
  if (!match || path === '/' || path === '/login') {
    root.setAttribute('data-signed-out', '');
    return;
  }
  // The screen's own files, beside the app's.
  for (const file of JSON.parse(root.getAttribute('data-first') || '{}')[path] || []) {
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  const url = (read('kharcha.starts') || {})[path + (location.search === '?page=0' ? '' : location.search)];
  const version = root.getAttribute('data-build') || 'dev';
  if (typeof url !== 'string' || !/^(https?:\/)?\/[^/]/.test(url)) return;
  const token = decodeURIComponent(match[1]);
  const headers = { token, platform: 'WEB_SITE', 'client-version': version, 'device-id': read('kharcha.device') || '' };
  const answer = fetch(url, { headers, redirect: 'error', credentials: 'omit' }).catch(() => null);
  window.kharchaStart = { url, token, answer };
})();
