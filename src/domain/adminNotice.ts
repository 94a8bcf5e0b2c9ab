import { dayOf, formatDay, timeOfDay } from './dates.ts';
import { shorten } from './text.ts';

/** What organisation admins are told at once: who may become anybody, or an organisation admin (ORG-44). */

type Facts = Readonly<Record<string, unknown>> | null;

/** A row of the audit log. */
export interface NoticedRow {
  action: string;
  before: Facts;
  after: Facts;
}

/** What happens to sign-in as a whole. */
const OF_SIGN_IN = ['provider-add', 'provider-change', 'provider-remove', 'provider-move'] as const;
/** What is told where it is done to an organisation admin. */
const OF_AN_ADMIN = ['sign-in-reset', 'sign-in-link-made', 'person-left', 'person-returned'] as const;
const OF_A_PERSON = ['person-added', 'person-changed'] as const;

/** Every action that may be told. */
export const NOTICED_ACTIONS: readonly string[] = [...OF_SIGN_IN, ...OF_AN_ADMIN, ...OF_A_PERSON, 'key-made'];

const isOneOf = (actions: readonly string[], action: string): boolean => actions.includes(action);
const isAdminIn = (facts: Facts): boolean => {
  const roles = facts?.['roles'];
  return Array.isArray(roles) && roles.includes('orgAdmin');
};
const addressIn = (facts: Facts): string | null => {
  const email = facts?.['email'];
  return typeof email === 'string' ? email : null;
};

/** The role of an organisation admin is given or taken. */
export const isChangeOfAdmins = ({ before, after }: Pick<NoticedRow, 'before' | 'after'>): boolean =>
  after?.['roles'] !== undefined && isAdminIn(before) !== isAdminIn(after);

/** Is this told where it happens to an organisation admin? Their role itself aside. */
export const isToldOfAdmins = ({ action, before, after }: NoticedRow): boolean =>
  isOneOf(OF_AN_ADMIN, action) ||
  (action === 'person-changed' && addressIn(before) !== null && addressIn(after) !== addressIn(before));

/** Is this told of whomever it is about? */
export const isToldOfAnybody = (row: NoticedRow): boolean =>
  isOneOf(OF_SIGN_IN, row.action) ||
  (row.action === 'key-made' && row.after?.['scope'] === 'scim') ||
  (isOneOf(OF_A_PERSON, row.action) && isChangeOfAdmins(row));

/** The address that an organisation admin had until this row; null: it is about something else. */
export const formerAddressIn = (row: NoticedRow): string | null =>
  row.action === 'person-changed' && isToldOfAdmins(row) ? addressIn(row.before) : null;

const MOST_LETTERS = 300;
const textIn = (facts: Facts, name: string): string => {
  const value = facts?.[name];
  return typeof value === 'string' ? shorten(value, MOST_LETTERS) : '';
};
const provider = (facts: Facts): string => `${textIn(facts, 'name')} (${textIn(facts, 'issuer')})`;

/** What one row says, in a mail. `about`: the name of the person whom it is about. */
function wordsOf(row: NoticedRow, about: string): string {
  const { action, before, after } = row;
  switch (action) {
    case 'provider-add':
      return `Provider of sign-in added: ${provider(after)}`;
    case 'provider-change':
      return `Provider of sign-in changed: ${provider(after)}`;
    case 'provider-remove':
      return `Provider of sign-in removed: ${provider(before)}`;
    case 'provider-move':
      return `People moved to a provider of sign-in: ${provider(after)}`;
    case 'key-made':
      return `Token for provisioning made: ${textIn(after, 'name')}`;
    case 'sign-in-reset':
      return `Sign-in reset: ${about}`;
    case 'sign-in-link-made':
      return `Sign-in link made on the server: ${about}`;
    case 'person-left':
      return `Left, an organisation admin: ${about}`;
    case 'person-returned':
      return `Came back, an organisation admin: ${about}`;
    default:
      if (isAdminIn(after) && !isAdminIn(before)) return `Became organisation admin: ${about}`;
      if (isChangeOfAdmins(row)) return `Is no organisation admin any more: ${about}`;
      return `E-mail address of ${about} changed: ${textIn(before, 'email')} → ${textIn(after, 'email')}`;
  }
}

export interface Noticed extends NoticedRow {
  /** Epoch milliseconds. */
  at: number;
  /** Who did it; null: a program, or whoever runs the server. */
  by: string | null;
  about: string | null;
}

/** Rows that one mail says. */
export const MOST_NOTICED = 50;

/** The mail to one organisation admin. `address`: of the server, without a slash; `more`: there are further rows. */
export function adminNotice(facts: {
  organisation: string;
  address: string;
  timeZone: string;
  rows: readonly Noticed[];
  more: boolean;
}): { subject: string; text: string } {
  const { organisation, address, timeZone, rows, more } = facts;
  const lines = rows.map(({ at, by, about, ...row }) => {
    const when = `${formatDay(dayOf(at, timeZone))} ${timeOfDay(at, timeZone)}`;
    return `${when}, ${by ?? 'a program'}\n${wordsOf(row, about ?? '')}`;
  });
  return {
    subject: `Sign-in or organisation admins of ${organisation} changed`,
    text: [
      `This was changed at ${organisation}:`,
      ...lines,
      ...(more ? ['and more'] : []),
      `If nobody can say why, undo it and sign out whoever did it. All of it is in the audit log:\n${address}/audit`,
    ].join('\n\n'),
  };
}
