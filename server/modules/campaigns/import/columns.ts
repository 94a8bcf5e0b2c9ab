import * as offered from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import { parseEmail } from '#domain/signInCode.ts';
import { codeOf } from '../codes.ts';
import type { NewCompany, NewContact, Values } from '../repository/store.ts';
import * as read from './readers.ts';

/** The columns of the two files and how they are read. */

const MAX_KEY = 100;
const MAX_NAME = 300;
const MAX_TEXT = 20_000;

export type Row = Readonly<Record<string, string>>;
type Read<Record_> = { ok: true; record: Record_ } | { ok: false; reason: string };

/** One kind of file. */
export interface Sheet<Record_> {
  kind: 'companies' | 'contacts';
  /** Columns that it cannot be without. */
  needed: readonly string[];
  /** Columns that describe another one, without which they would mean nothing. */
  about: readonly (readonly [title: string, of: string])[];
  /** Every column that is read. Others are passed over. */
  known: readonly string[];
  /** Reads a row; columns that the file has not are not in it, and stay as they are in the database. */
  read: (row: Row) => Read<Record_>;
}

/** Title of the file's column, column of the table, how it is read. */
type Columns = readonly (readonly [title: string, column: string, reader: read.Reader])[];

const COMPANY: Columns = [
  ['companyName', 'name', read.text(MAX_NAME)],
  ['turnoverRange', 'turnover', read.oneOf(offered.TURNOVERS)],
  ['companyType', 'company_type', read.oneOf(COMPANY_TYPES)],
  ['industryType', 'industry', read.oneOf(INDUSTRIES)],
  ['subIndustryType', 'sub_industry', read.oneOf(SUB_INDUSTRIES)],
  ['priority', 'priority', read.oneOf(offered.PRIORITIES)],
  ['activityScore', 'activity_score', read.oneOf(offered.ACTIVITY_SCORES)],
  ['businessLines', 'business_lines', read.lines],
  ['gstAvailable', 'has_gst', read.yesNo],
  ['existingOfbOrOxyzo', 'is_existing', read.yesNo],
  ['procurementTypes', 'procurement_types', read.severalOf(offered.PROCUREMENT_TYPES)],
  ['procurementSources', 'procurement_sources', read.severalOf(offered.PROCUREMENT_SOURCES)],
  ['addressLocation', 'location', read.name('addressLocation')],
  ['bids', 'bids', read.count],
  ['lastCalledOn', 'last_called_on', read.dayOrNever],
  ['sectorsParticipated', 'sectors_participated', read.names('sectorNames')],
  ['sectorsWon', 'sectors_won', read.names('sectorNames')],
  ['sectorsLost', 'sectors_lost', read.names('sectorNames')],
];

/** Shortened, and no half of a character at its end. */
const cut = (text: string): string => text.slice(0, MAX_NAME).replace(/\p{Surrogate}$/u, '');

const LEAST_SENIOR = offered.SENIORITIES.length;
const CONTACT: Columns = [
  ['seniority', 'seniority', read.oneOf(offered.SENIORITIES, LEAST_SENIOR)],
  ['contactStatus', 'disposition', read.oneOf(offered.DISPOSITION_STATUSES)],
  ['verified', 'is_verified', read.yesNo],
  ['lastActiveOn', 'last_active_on', read.dayOrNever],
  ['views', 'views', read.count],
  ['downloads', 'downloads', read.count],
  ['searches', 'searches', read.count],
  ['plan', 'plan', read.name('planName')],
  ['utmSource', 'utm_source', read.name('utmSource')],
  ['utmMedium', 'utm_medium', read.name('utmMedium')],
  ['utmContent', 'utm_content', read.name('utmContent')],
  ['utmCampaign', 'utm_campaign', read.name('utmCampaign')],
  ['sectors', 'sectors', read.names('sectorNames')],
];

const wrong = (title: string, reason: string): { ok: false; reason: string } => ({
  ok: false,
  reason: `${title}: ${reason}`,
});

function readKey(title: string, given: string | undefined): { ok: false; reason: string } | null {
  if (!given) return wrong(title, 'It is missing');
  return given.length > MAX_KEY ? wrong(title, `It is longer than ${MAX_KEY} characters`) : null;
}

/** Texts that are only searched for words. */
const SEARCHED: readonly string[] = ['boq', 'tenderDescription'];

/** The database holds no NUL; and a name or id that came in another encoding than UTF-8 is not what was written. */
function readable(row: Row): { ok: false; reason: string } | null {
  const bad = Object.entries(row).find(
    ([title, given]) => given.includes('\0') || (given.includes('\uFFFD') && !SEARCHED.includes(title)),
  );
  return bad ? wrong(bad[0], 'It holds characters that cannot be stored, or the file is not in UTF-8') : null;
}

function readValues(
  columns: Columns,
  row: Row,
): { ok: true; values: Record<string, Values[string]> } | { ok: false; reason: string } {
  const values: Record<string, Values[string]> = {};
  for (const [title, column, reader] of columns) {
    const given = row[title];
    if (given === undefined) continue;
    const cell = reader(given);
    if ('wrong' in cell) return wrong(title, cell.wrong);
    values[column] = cell.value;
  }
  return { ok: true, values };
}

export const companySheet: Sheet<NewCompany> = {
  kind: 'companies',
  needed: ['companyId', 'companyName'],
  about: [],
  known: ['companyId', ...COMPANY.map(([title]) => title), 'boq', 'tenderDescription'],
  read: (row) => {
    const key =
      readable(row) ??
      readKey('companyId', row['companyId']) ??
      (row['companyName'] ? null : wrong('companyName', 'It is missing'));
    if (key) return key;
    const read_ = readValues(COMPANY, row);
    if (!read_.ok) return read_;
    const { boq, tenderDescription } = row;
    for (const [title, given] of [
      ['boq', boq],
      ['tenderDescription', tenderDescription],
    ] as const)
      if ((given?.length ?? 0) > MAX_TEXT) return wrong(title, `It is longer than ${MAX_TEXT} characters`);
    const texts =
      boq === undefined && tenderDescription === undefined
        ? {}
        : { texts: { boq: boq ?? '', tender: tenderDescription ?? '' } };
    return { ok: true, record: { externalId: row['companyId'] ?? '', values: read_.values, ...texts } };
  },
};

/** Where anybody may have a mail-box: an address there is not the company's. */
const PUBLIC_DOMAINS = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'ymail.com',
  'rediffmail.com',
  'rediff.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'zoho.com',
  'gmx.com',
  'mail.com',
  'sify.com',
  'in.com',
]);
const hasOwnDomain = (email: string): boolean => email !== '' && !PUBLIC_DOMAINS.has(email.split('@')[1] ?? '');

const UNKNOWN = codeOf(offered.DELIVERIES, 'UNKNOWN');
const delivery = read.oneOf(offered.DELIVERIES, UNKNOWN);

/** An address or number with what is known of it; 0 where there is none. */
function readReach(
  title: string,
  statusTitle: string,
  row: Row,
  known: string | null,
): { ok: true; code: number; value: string | null } | { ok: false; reason: string } {
  const given = row[title] ?? '';
  if (given !== '' && known === null) return wrong(title, `'${given.slice(0, 60)}' cannot be one`);
  const status = delivery(row[statusTitle] ?? '');
  if ('wrong' in status) return wrong(statusTitle, status.wrong);
  return { ok: true, code: given === '' ? 0 : status.value, value: given === '' ? null : known };
}

/** A number as it is dialled: digits, with + before those of another country. */
function readMobile(given: string): string | null {
  const number = given.replace(/[\s().-]/g, '');
  return /^\+?\d{8,15}$/.test(number) ? number : null;
}

/**
 * What was read, kept apart in its two tables. Columns that only one of the two files' rows has would make rows of two
 * shapes: mail and mobile are always written.
 */
export const contactSheet: Sheet<NewContact> = {
  kind: 'contacts',
  needed: ['contactId', 'companyId', 'name'],
  about: [
    ['mailStatus', 'email'],
    ['companyDomain', 'email'],
    ['mobileStatus', 'mobile'],
  ],
  known: [
    'contactId',
    'companyId',
    'name',
    'designation',
    'email',
    'mailStatus',
    'mobile',
    'mobileStatus',
    'companyDomain',
    ...CONTACT.map(([title]) => title),
  ],
  read: (row) => {
    const key =
      readable(row) ??
      readKey('contactId', row['contactId']) ??
      readKey('companyId', row['companyId']) ??
      (row['name'] ? null : wrong('name', 'It is missing'));
    if (key) return key;
    const read_ = readValues(CONTACT, { ...row, seniority: row['seniority'] ?? '' });
    if (!read_.ok) return read_;
    const details: Record<string, string | null> = { name: cut(row['name'] ?? '') };
    if (row['designation'] !== undefined) details['designation'] = cut(row['designation']);
    const values = read_.values;
    const unsaid: NonNullable<NewContact['unsaid']>[number][] = [];
    if (row['email'] !== undefined) {
      const mail = readReach('email', 'mailStatus', row, parseEmail(row['email']));
      if (!mail.ok) return mail;
      const own = row['companyDomain'] ? read.yesNo(row['companyDomain']) : { value: hasOwnDomain(mail.value ?? '') };
      if ('wrong' in own) return wrong('companyDomain', own.wrong);
      [values['mail'], values['is_company_domain'], details['email']] = [mail.code, own.value, mail.value];
      if (row['mailStatus'] === undefined) unsaid.push(['mail', 'email']);
      if (row['companyDomain'] === undefined) unsaid.push(['is_company_domain', 'email']);
    }
    if (row['mobile'] !== undefined) {
      const mobile = readReach('mobile', 'mobileStatus', row, readMobile(row['mobile']));
      if (!mobile.ok) return mobile;
      [values['mobile'], details['mobile']] = [mobile.code, mobile.value];
      if (row['mobileStatus'] === undefined) unsaid.push(['mobile', 'mobile']);
    }
    return {
      ok: true,
      record: { externalId: row['contactId'] ?? '', company: row['companyId'] ?? '', values, details, unsaid },
    };
  },
};
