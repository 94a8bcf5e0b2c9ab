/** What people read of the device that a session was opened on. */

type Names = readonly (readonly [mark: RegExp, name: string])[];

/** Most browsers also name the one that they are made like: the first mark that is found counts. */
const BROWSERS: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** What identifies a browser stands in the first few hundred characters. */
const MAX_READ = 500;

/** 'Chrome on Android' of a User-Agent header, 'A browser' where it says nothing that is known (SES-40). */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, MAX_READ);
  const nameIn = (names: Names): string | undefined => names.find(([mark]) => mark.test(text))?.[1];
  const [browser, system] = [nameIn(BROWSERS) ?? 'A browser', nameIn(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}

const WAYS: Readonly<Record<string, string>> = {
  google: 'Google',
  code: 'A code by mail',
  setup: 'The setup link',
  link: 'A link from the server',
  leaving: 'The link for who has left',
  demo: 'The demo',
};

/** How somebody signed in, by the audit log's name for it; null where that is not known. `provider`: its name. */
export const describeSignIn = (how: string | null, provider: string | null): string | null =>
  provider ?? (how === null ? null : (WAYS[how] ?? null));
