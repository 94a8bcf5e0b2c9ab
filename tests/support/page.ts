/**
 * The few things of a page that its data layer reads, for tests that run beside the real server and not in a browser.
 */
const jar = new Map<string, string>();
const stored = new Map<string, string>();
const written = new Map<string, string[]>();

/** The attributes that a cookie was last written with. */
export const attributesOf = (cookie: string): string[] | undefined => written.get(cookie);

export function clearPage(): void {
  jar.clear();
  stored.clear();
  written.clear();
}

const page = {
  get cookie(): string {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  },
  set cookie(text: string) {
    const [pair = '', ...rest] = text.split('; ');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    written.set(name, rest);
    if (rest.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, value);
  },
};

Object.assign(globalThis, {
  document: page,
  window: { location: { protocol: 'http:', pathname: '/', search: '' } },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
});
