import { listDelegations } from '#contract/calls/delegations.ts';
import { countWaiting, sumOwed } from '#contract/calls/home.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { listNotifications, readNotifications } from '#contract/calls/notifications.ts';
import { getConfig } from '#contract/calls/platform.ts';
import { getRecord, recordHistory, searchMine } from '#contract/calls/records.ts';
import { getLoggedInDetails, logout } from '#contract/calls/session.ts';
import { listUserSessions } from '#contract/calls/sessions.ts';
import { searchTrips } from '#contract/calls/trips.ts';
import { userRole } from '#contract/calls/users.ts';
import { getDocument } from '#contract/calls/files.ts';
import type { Role } from '#contract/enums.ts';
import { encodeListQuery } from '#contract/query.ts';
import { changeClaim, fileClaim, withdrawClaim } from './claims.ts';
import { decideMany, decideOne, standIn } from './deciding.ts';
import { decideAsFinance, pageThrough, report, search, seePictures } from './finance.ts';
import type { Ledger } from './ledger.ts';
import type { Phone } from './phone.ts';

/** What people do with the app, and how often each for a hundred or so of all. */
interface Visit {
  often: number;
  /** Only who has this role does it. */
  role?: Role;
  run: (phone: Phone, ledger: Ledger) => Promise<void>;
}

/** A file of the client that the proof serves. */
export const SCRIPT = '/assets/app-0123abcd.js';

const ownList = (phone: Phone, pageNumber: number): Promise<unknown> =>
  phone.call(searchLocalExpenses, { list: encodeListQuery({ pageNumber, filters: { USER_EMAIL: [phone.email] } }) });

/** The app starts: its page, who this is, and what the first screen shows. */
async function open(phone: Phone): Promise<void> {
  const page = await phone.file('/raise-local/expense', {
    accept: 'text/html',
    ...(phone.pageTag !== '' && { 'if-none-match': phone.pageTag }),
  });
  if (page.status === 200) await phone.file(SCRIPT, { 'accept-encoding': 'br, gzip' });
  phone.pageTag = page.headers.etag ?? '';
  await phone.call(getConfig);
  await Promise.all([getLoggedInDetails, userRole, countWaiting].map((entry) => phone.call(entry)));
  await Promise.all([ownList(phone, 0), phone.call(listNotifications, { list: encodeListQuery({}) })]);
}

async function inbox(phone: Phone): Promise<void> {
  await phone.call(listNotifications, { list: encodeListQuery({ pageNumber: phone.random.between(0, 1) }) });
  await phone.call(readNotifications, { json: { until: Date.now() } });
}

async function lookAtOne(phone: Phone): Promise<void> {
  if (phone.filed.length === 0) return open(phone);
  const { id, bill } = phone.random.pick(phone.filed);
  await Promise.all([getRecord, recordHistory].map((entry) => phone.call(entry, { parts: { id } })));
  const preview = phone.random.chance(0.5);
  await phone.call(getDocument, {
    parts: { fingerPrint: bill },
    ...(preview && { query: { preview: 'small' } }),
    // A preview may not be made yet.
    may: [404],
  });
}

async function signOutAndIn(phone: Phone): Promise<void> {
  await phone.call(logout);
  await phone.signIn();
}

const VISITS: readonly Visit[] = [
  { often: 12, run: open },
  { often: 25, run: (phone) => ownList(phone, phone.random.between(0, 2)).then(() => undefined) },
  { often: 8, run: (phone) => phone.call(countWaiting).then(() => undefined) },
  { often: 4, run: (phone) => phone.call(sumOwed).then(() => undefined) },
  { often: 8, run: (phone) => phone.call(searchMine, { list: encodeListQuery({}) }).then(() => undefined) },
  { often: 4, run: (phone) => phone.call(searchTrips, { list: ofOwn(phone) }).then(() => undefined) },
  { often: 10, run: inbox },
  { often: 10, run: lookAtOne },
  { often: 12, run: fileClaim },
  { often: 3, run: changeClaim },
  { often: 2, run: withdrawClaim },
  { often: 1, run: (phone) => phone.call(listUserSessions).then(() => undefined) },
  { often: 1, run: (phone) => phone.call(listDelegations).then(() => undefined) },
  { often: 1, run: signOutAndIn },
  { often: 20, role: 'manager', run: decideOne },
  { often: 30, role: 'manager', run: decideMany },
  { often: 2, role: 'manager', run: standIn },
  { often: 40, role: 'finance', run: pageThrough },
  { often: 20, role: 'finance', run: search },
  { often: 40, role: 'finance', run: decideAsFinance },
  { often: 3, role: 'finance', run: report },
  { often: 2, role: 'finance', run: seePictures },
];

const ofOwn = (phone: Phone): string => encodeListQuery({ filters: { USER_EMAIL: [phone.email] } });

/** Chooses what a phone does next, by its own chance. */
export function nextVisit({ roles, random }: Phone): Visit['run'] {
  const fitting = VISITS.filter(({ role }) => role === undefined || roles.includes(role));
  let at = random.next() * fitting.reduce((sum, { often }) => sum + often, 0);
  return (fitting.find(({ often }) => (at -= often) < 0) ?? fitting[0]!).run;
}
