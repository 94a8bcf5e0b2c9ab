import { pageOf, type LinkOptions, type Weather } from './fieldLink.ts';

/** Links of the field, in bytes and milliseconds of the phone's own clock. */
export type LinkProfile = Omit<LinkOptions, 'random'>;

const SECOND = 1_000;
const LOGIN = { page: pageOf('200 OK') };
const REDIRECT = { page: pageOf('302 Found', 'text/html', 'Location: http://login.example/\r\n') };
const MUST_SIGN_IN = { page: pageOf('511 Network Authentication Required') };

/** `what` for `lasts` of each `every` seconds, from the eighth on. */
const each =
  (every: number, lasts: number, what: Weather) =>
  (at: number): Weather => {
    const second = (at / SECOND) % every;
    return second >= 8 && second < 8 + lasts ? what : 'clear';
  };
/** `what` for the first seconds. */
const first =
  (seconds: number, what: Weather) =>
  (at: number): Weather =>
    at < seconds * SECOND ? what : 'clear';

export const LINK_PROFILES = {
  EDGE: { up: 15_000, down: 25_000, delay: 300 },
  '2G, cut every 20 seconds': { up: 5_000, down: 8_000, delay: 500, cutEvery: 20 * SECOND },
  'GPRS with a narrow way down': { up: 4_000, down: 1_000, delay: 600 },
  '3G that wavers': { up: 50_000, down: 150_000, delay: 150, jitter: 400 },
  'the edge of a cell': { up: 12_000, delay: 200, jitter: 800, cutEvery: 35 * SECOND },
  'a full cell that refuses connections': { up: 30_000, delay: 200, refuses: 0.3, cutEvery: 25 * SECOND },
  'high jitter': { up: 40_000, delay: 300, jitter: 3_000 },
  'satellite in rain': { up: 40_000, delay: 350, weather: each(45, 12, 'hole') },
  'a train through tunnels': { up: 30_000, delay: 100, weather: each(60, 25, 'hole') },
  'a lift': { up: 80_000, delay: 80, weather: each(40, 20, 'down') },
  'a hotel whose page is accepted after a minute': { up: 60_000, delay: 60, weather: first(60, LOGIN) },
  'a hotel whose page comes back': { up: 25_000, delay: 60, weather: each(60, 15, LOGIN) },
  'a network that redirects to its sign-in': { up: 60_000, delay: 60, weather: first(90, REDIRECT) },
  'a network that says 511': { up: 60_000, delay: 60, weather: first(90, MUST_SIGN_IN) },
  'IPv6 alone': { up: 60_000, delay: 60, host: '::1' },
  'a proxy that holds each request': { up: 40_000, delay: 60, holds: 400 },
  'a proxy that gives up after 12 seconds': {
    up: 10_000,
    delay: 60,
    patience: { after: 12 * SECOND, page: pageOf('504 Gateway Timeout') },
  },
  'a gateway that forgets connections': { up: 30_000, delay: 100, forgetEvery: 30 * SECOND },
  'answers that get lost': { up: 30_000, delay: 100, losesAnswers: 0.3 },
  'connections that end after 64 kB': { up: 30_000, delay: 100, endAfter: 65_536 },
} as const satisfies Record<string, LinkProfile>;

export type LinkName = keyof typeof LINK_PROFILES;

/** The same with all clocks that much faster. */
export function faster(profile: LinkProfile, scale: number): LinkProfile {
  const more = (rate: number | undefined): number | undefined => rate && rate * scale;
  const less = (time: number | undefined): number | undefined => time && time / scale;
  const { weather, patience } = profile;
  const scaled = {
    ...profile,
    up: more(profile.up),
    down: more(profile.down),
    delay: less(profile.delay),
    jitter: less(profile.jitter),
    cutEvery: less(profile.cutEvery),
    forgetEvery: less(profile.forgetEvery),
    holds: less(profile.holds),
    patience: patience && { ...patience, after: patience.after / scale },
    weather: weather && ((at: number) => weather(at * scale)),
  };
  const known = Object.entries(scaled).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as LinkProfile;
}
