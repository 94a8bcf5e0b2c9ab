import { replaceEqualDeep } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { roleFlags, type RoleFlags } from '#contract/user.ts';
import { isSamePerson } from '#storage/person.ts';
import { readToken } from '#start/cookies.ts';
import { clearToken } from './cookies.ts';
import { removeBootValue, readBootValue, writeBootValue } from './bootCache.ts';
import { factLeft } from '#start/facts.ts';
import { KEYS, readLocal } from '#start/local.ts';

/** Who is signed in, known to the first frame and without a network. The token is in the cookie alone. */

export const NO_ROLES: RoleFlags = {
  isCampaign: false,
  isCampaignManager: false,
  isCaseManagement: false,
  isCaseManagementEnabled: false,
  redirectUrl: null,
  isManager: false,
  isFinance: false,
  isFinanceDocument: false,
  isAdmin: false,
  isTallyAdmin: false,
};

const sessionSchema = z.object({
  /** Stable, as the address is not (P10); unknown until a server has told it. */
  id: z.optional(z.string()),
  email: z.string(),
  name: z.string(),
  employeeCode: z.string(),
  roles: roleFlags,
  /** False until the server has told the roles once. */
  rolesKnown: z.boolean(),
  timeZone: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

let current: Session | null | undefined;
/** What screens go on showing in the moment between sign-out and the login page. */
let last: Session | null = null;
/** The token of `current`. Another tab may have put somebody else's into the cookie since. */
let ours: string | null = null;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function known(): Session | null {
  if (current === undefined) {
    const parsed = sessionSchema.safeParse(readBootValue('session'));
    current = parsed.success ? parsed.data : null;
    last = current;
  }
  return current;
}

/** The signed-in person, or null. Without a cookie nobody is. */
export function currentSession(): Session | null {
  const session = known();
  const token = readToken();
  ours ??= token;
  return token === null ? null : session;
}

/** The token of this page's own session; null where the cookie is that of another one, or of none (P22). */
export const ownToken = (): string | null => (currentSession() !== null && readToken() === ours ? ours : null);

/** For what is drawn, many times over: it asks the browser for no cookie, which takes its time. */
export function lastSession(): Session | null {
  known();
  return last;
}

/** Every start asks again who this is: what mostly is the same stays the same object, and nothing is drawn anew. */
export function setSession(session: Session): void {
  current = replaceEqualDeep(current, session);
  last = current;
  ours = readToken();
  writeBootValue('session', current);
  changed();
}

/** Takes over what has changed of this page's own session: where the cookie is another's by now, nothing (P14). */
export function changeSession(change: Partial<Pick<Session, 'roles' | 'rolesKnown' | 'timeZone'>>): void {
  if (current && ownToken() !== null) setSession({ ...current, ...change });
}

/** Forgets the session of this page; `token` false leaves the cookie (another tab has already changed it). */
export function dropSession(): void {
  current = null;
  ours = null;
  clearToken();
  removeBootValue('session');
  changed();
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Another tab signed out, or somebody else in: this one must not go on with the first person's data. `begin`: with its
 * address when that is, or may be, for the same person's next sign-in; without, where it would be the next one's (P14).
 */
export function watchOtherTabs(begin: (anew: boolean) => void): () => void {
  const noted = (): Session | null => {
    const parsed = sessionSchema.safeParse(factLeft('session'));
    return parsed.success ? parsed.data : null;
  };
  const isOf = (mine: Session | null): boolean => {
    const other = noted();
    return other && mine ? isSamePerson(other, mine) : other === mine;
  };
  const reload = (): void => {
    const other = noted();
    // A session that the server has ended leaves what pages asked first; a sign-out does not.
    begin(other ? last !== null && !isSamePerson(other, last) : readLocal(KEYS.starts) === null);
  };
  const heard = ({ key }: StorageEvent): void => {
    if ((key === KEYS.facts || key === null) && !isOf(current ?? null)) reload();
  };
  // A page that the browser keeps to go back to hears of nothing, and would show what it showed, its own sign-out or
  // not: it comes back empty, and shows only the one who is here.
  const { style } = document.documentElement;
  const moved = ({ type, persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    if (type === 'pagehide') style.visibility = 'hidden';
    else if (last === (current ?? null) && isOf(last)) style.visibility = '';
    else reload();
  };
  window.addEventListener('storage', heard);
  window.addEventListener('pagehide', moved);
  window.addEventListener('pageshow', moved);
  return () => {
    window.removeEventListener('storage', heard);
    window.removeEventListener('pagehide', moved);
    window.removeEventListener('pageshow', moved);
  };
}
