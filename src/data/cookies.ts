import { forgetStarts } from '#start/local.ts';
import { COOKIE_DAYS, LAT_LONG_COOKIE, ORGANISATION_COOKIE, TOKEN_COOKIE } from '#contract/headers.ts';
import { readCookie } from '#start/cookies.ts';
import { formatLatLong, parseLatLong } from '#domain/place.ts';

const MAX_AGE = COOKIE_DAYS * 86_400;
const secure = (): string => (window.location.protocol === 'https:' ? '; Secure' : '');

/** For 400 days, on this site alone, over https only where there is https; each use renews it (SES-19). */
export function writeCookie(name: string, value: string): void {
  // A comma stays as it is: the lat-long cookie reads '12.97,77.59'.
  document.cookie =
    `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}; Path=/; Max-Age=${MAX_AGE}; ` +
    `SameSite=Lax${secure()}`;
}

export function clearCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${secure()}`;
}

export const writeToken = (token: string): void => writeCookie(TOKEN_COOKIE, token);
/** The session has ended on this device, however: what its starts are made of goes with its token (P22). */
export function clearToken(): void {
  clearCookie(TOKEN_COOKIE);
  forgetStarts();
}
export const writePlace = (latitude: number, longitude: number): void =>
  writeCookie(LAT_LONG_COOKIE, formatLatLong(latitude, longitude));
export const writeOrganisation = (id: string): void => writeCookie(ORGANISATION_COOKIE, id);

/** Latitude and longitude as texts, when a sign-in left them; every call sends them along as two headers (SES-10). */
export const readPlace = (): { latitude: string; longitude: string } | null =>
  parseLatLong(readCookie(LAT_LONG_COOKIE));
