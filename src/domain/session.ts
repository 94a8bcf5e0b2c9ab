import { MESSAGES } from '#contract/error.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** Sign-in and session. */

const HOME_PATH = '/home';
/** Where a protected screen redirects without a session. */
export const LOGIN_PATH = '/login';
/** Where the link of who has left leads (ORG-43). */
export const LEAVING_PATH = '/leaving';
/** Does a path show the login page? */
export const isLoginPath = (path: string): boolean => path === '/' || path.replace(/\/$/, '') === LOGIN_PATH;
/** After a logout the page waits this long before it goes to '/' (SES-11). */
export const LOGOUT_DELAY_MS = 100;

/** First parts of the paths that a sign-in may lead to: all of the app's but the login page. */
export const PLACES: ReadonlySet<string> = new Set([
  'home',
  'outbox',
  'inbox',
  'list',
  'list-auth',
  'deck',
  'detail',
  'enquiries',
  'notifications',
  'signed-in',
  'raise-travel-request',
  'raise-travel-expense',
  'raise-local',
  'approve-travel-request',
  'approve-travel-expense',
  'approve-local',
  'view-travel-expense',
  'view-local',
  'view-travel-request',
  'view-tally-service',
  'tally-data',
  'tally-detail-service',
  'downloadReport',
  'campaignManagement',
  'campaign',
  'editCampaign',
  'createCampaign',
  'rerunCampaign',
  'campaign-analytics',
  'campaign-overall-analytics',
  'caseManagement',
  'people',
  'audit',
  'organisation',
  'integrations',
  'policy',
  'retention',
]);
const LONGEST_RETURN_PATH = 2_000;

/** Where a sign-in leads: `rd` when it is a path of this app with its search, else home (SES-4, Z15). */
export function safeReturnPath(rd: string | null | undefined): string {
  if (!rd || rd.length > LONGEST_RETURN_PATH) return HOME_PATH;
  // Only printable ASCII without a backslash: browsers drop tabs and line ends, and read '\' as '/'.
  if (!/^\/[!-[\]-~]*$/.test(rd)) return HOME_PATH;
  const path = rd.split(/[?#]/, 1)[0] ?? '';
  if (/\/\/|\/\.{1,2}(\/|$)|%(2e|2f|5c|25|0)/i.test(path)) return HOME_PATH;
  return PLACES.has(path.split('/')[1] ?? '') ? rd : HOME_PATH;
}

/** How the browser is asked: 5 s, high accuracy, no cached position (SES-9). */
export const GEOLOCATION_OPTIONS = { timeout: 5_000, enableHighAccuracy: true, maximumAge: 0 } as const;

export type GeolocationResult =
  | { kind: 'position'; latitude: number; longitude: number }
  | { kind: 'unsupported' }
  /** `code` as the browser's GeolocationPositionError has it: 1 denied, 2 unavailable, 3 timed out. */
  | { kind: 'error'; code: number; message: string };

const TIMED_OUT = 3;

/** May sign-in go on? A timeout does not stop it; a refusal or a missing facility does (SES-5, SES-6, SES-7). */
export function judgeGeolocation(result: GeolocationResult): Verdict {
  if (result.kind === 'unsupported') return refused('FORBIDDEN', MESSAGES.geolocationUnsupported);
  if (result.kind === 'position' || result.code === TIMED_OUT) return allowed;
  return refused('FORBIDDEN', `${result.message}. Please enable Geo location for login`);
}

/** To a page of the builds that signed in without a nonce, once that is over (SES-25). */
export const OLD_SIGN_IN_PAGE = 'This page is older than the server. Reload it, then sign in again.';

/**
 * Is a sign-in recent enough for a call that reveals or changes much (SES-44)? Moments in epoch milliseconds;
 * `minutes`: how old it may be, 0 for any age.
 */
export const judgeSignInAge = (signedInAt: number, now: number, minutes: number): Verdict =>
  minutes === 0 || now - signedInAt <= minutes * 60_000
    ? allowed
    : refused(
        'SIGN_IN_AGAIN',
        `Please sign in again: for this, a sign-in may not be older than ${durationOf(minutes)}.`,
      );

const durationOf = (minutes: number): string =>
  minutes === 1 ? 'a minute' : minutes === 60 ? 'an hour' : `${minutes} minutes`;

/** Only a person of the directory who has not been removed may sign in (SES-8). */
export const maySignIn = (person: { disabled: boolean } | null): Verdict =>
  person && !person.disabled ? allowed : refused('FORBIDDEN', MESSAGES.notSetUp);
