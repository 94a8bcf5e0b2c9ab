import { createHash } from 'node:crypto';
import type { Env } from '#server/platform/settings/env.ts';

/** What of the settings decides where a page may load from. */
export type PageSettings = Pick<Env, 'googleClientId' | 'analyticsUrl' | 'baseUrls'>;

const GOOGLE = 'https://accounts.google.com/gsi';

const originsOf = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))),
];

/**
 * Where the app's pages may load from and what they may run (Z59, Z60). No inline script at all: the worker
 * serves a kept page, whose nonce would be a constant. Google's addresses only where Google signs people in, the
 * dashboard's only where there is one, and where there is none our own page in its place. `trusted`: false leaves out
 * Trusted Types, under which Google's own script has not been seen to run; that is the login page alone, and only with
 * Google.
 */
export function contentSecurityPolicy(settings: PageSettings, trusted = true): string {
  const google = (path: string): string[] => (settings.googleClientId ? [`${GOOGLE}/${path}`] : []);
  const frames = [...google(''), ...originsOf([settings.analyticsUrl])];
  const directives: [name: string, ...values: string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...google('client')],
    ['style-src', "'self'", "'unsafe-inline'", ...google('style')],
    ['connect-src', "'self'", ...google(''), ...originsOf(Object.values(settings.baseUrls))],
    // Of this origin only our dashboard lets itself be framed.
    ['frame-src', ...(settings.analyticsUrl ? [] : ["'self'"]), ...frames],
    ['img-src', "'self'", 'blob:', 'data:'],
    ['font-src', "'self'"],
    ['worker-src', "'self'"],
    ['manifest-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ];
  if (trusted)
    directives.push(['require-trusted-types-for', "'script'"], ['trusted-types', 'app-sw', 'start-sw', 'pdf']);
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** Our own dashboard, and what it is made of. */
export const DASHBOARD = '/dashboard.html';
export const DASHBOARD_PARTS: ReadonlySet<string> = new Set(['/dashboard.js', '/dashboard.css']);

/**
 * What our own dashboard may do (CAMP-12): it alone may be framed, by this origin; it has no origin itself, wherever it
 * is opened, asks for nothing, and gets its figures by message.
 */
const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of scripts, styles, pictures, beside those of every answer. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {};

/** Headers of our own dashboard. */
export const DASHBOARD_HEADERS: Readonly<Record<string, string>> = { 'content-security-policy': DASHBOARD_POLICY };

/** The page that checks proof packs. It is one file, so its script and style are allowed by their hashes. */
export const VERIFY = '/verify.html';

/** What that page may do: run its own script, and nothing else. */
export function verifyHeaders(html: string): Record<string, string> {
  const hashOf = (name: string): string => {
    const [, rest = ''] = html.split(`<${name}>`);
    const [content = ''] = rest.split(`</${name}>`);
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  const policy = ["default-src 'none'", `script-src ${hashOf('script')}`, `style-src ${hashOf('style')}`];
  const none = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return { 'content-security-policy': [...policy, ...none].join('; ') };
}

/** Headers of what it is made of: the page has no origin, so to it every file is another's. */
export const DASHBOARD_PART_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers of a page, beside those of every answer: what it may do. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  // Google's sign-in opens a window that must be able to answer.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), geolocation=(self)',
});
