import type { AuditTopic } from '#contract/enums.ts';
import { describeChange, actionWords } from '#domain/history.ts';

/** The audit log in people's words (AUD-21). */

const KINDS: Readonly<Record<string, string>> = {
  claim: 'Claim',
  trip: 'Travel request',
  enquiry: 'Enquiry',
  person: 'Person',
  session: 'Session',
  refusal: 'Refusal',
  export: 'Export',
  view: 'Look at another’s list',
  delegation: 'Stand-in',
  organisation: 'Organisation',
  identityProvider: 'Sign-in provider',
  key: 'Key of a program',
  policy: 'Policy',
  group: 'Group of the identity provider',
  webhook: 'Receiver of webhooks',
  gstKey: 'Key of GST e-invoices',
  tally: 'Tally batch',
  ledgers: 'Ledgers',
  sheet: 'Sheet',
  campaign: 'Campaign',
  hold: 'Legal hold',
  retention: 'Retention',
  erasure: 'Erasure',
};

/** By kind and action, or by action alone; every other reads as in the history of a record. */
const ACTIONS: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'sign-in-refused': 'Sign-in refused',
  refused: 'Refused',
  restored: 'Session ended by a restore',
  subject: 'Account bound to a provider of sign-in',
  address: 'E-mail address changed at the provider of sign-in',
  view: 'Looked at the list of somebody else',
  'export export': 'Downloaded a file',
  'key-made': 'Key of a program made',
  'key-revoked': 'Key of a program revoked',
  'provider-add': 'Provider of sign-in added',
  'provider-change': 'Provider of sign-in changed',
  'provider-remove': 'Provider of sign-in removed',
  'organisation-named': 'Organisation changed',
  'sign-in-reset': 'Account at a provider of sign-in forgotten',
  'provider-move': 'People moved to a provider of sign-in',
  'sign-in-link-made': 'Sign-in link made on the server',
  'leaver-link-mailed': 'Link for who has left mailed',
  'leaver-link-ended': 'Link for who has left ended',
  'group-added': 'Group of the identity provider added',
  'group-changed': 'Group of the identity provider changed',
  'group-removed': 'Group of the identity provider removed',
  'group-roles': 'Roles of a group changed',
  'webhook-add': 'Receiver of webhooks added',
  'webhook-change': 'Receiver of webhooks changed',
  'webhook-off': 'Receiver of webhooks switched off by itself',
  'webhook-secret': 'Secret of a receiver of webhooks rotated',
  'webhook-again': 'Webhooks sent again',
  'webhook-end': 'Receiver of webhooks ended',
  'gst-key-add': 'Key of GST e-invoices added',
  'gst-key-end': 'Last day of a key of GST e-invoices set',
  'organisation-gstins': 'GSTINs of the organisation changed',
  'policy-add': 'Version of the policy made',
  'policy-change': 'Version of the policy changed',
  'policy-remove': 'Version of the policy removed',
  'stand-in': 'Stand-in named',
  'stand-in-end': 'Stand-in ended',
  'ledgers edit': 'Ledgers changed',
  'campaign create': 'Campaign made',
  'campaign edit': 'Campaign changed',
  'campaign delete': 'Campaign deleted',
  report: 'Report file made',
  'report-failed': 'Report file failed',
  sheet: 'Sheet uploaded',
  'hold-set': 'Legal hold set',
  'hold-lift': 'Legal hold lifted',
  'retention-change': 'Retention changed',
  'erasure erase': 'Data erased',
};

/** What a row is about; an unknown kind is read out. */
export const kindWords = (kind: string): string => KINDS[kind] ?? actionWords(kind);

/** What was done; an unknown action is read out. */
export const actionOf = (kind: string, action: string): string =>
  ACTIONS[`${kind} ${action}`] ?? ACTIONS[action] ?? actionWords(action);

/** Kinds of record of each topic. What is in none is found without a topic. */
export const TOPIC_KINDS: Readonly<Record<AuditTopic, readonly string[]>> = {
  SIGN_INS: ['session'],
  REFUSALS: ['refusal'],
  EXPORTS: ['export'],
  VIEWS: ['view'],
  PEOPLE: ['person', 'delegation', 'group', 'roleReview'],
  SETTINGS: [
    'organisation',
    'identityProvider',
    'key',
    'webhook',
    'gstKey',
    'policy',
    'ledgers',
    'retention',
    'hold',
    'erasure',
  ],
  RECORDS: ['claim', 'trip', 'enquiry'],
  DECISIONS: ['claim', 'trip'],
  ACCOUNTS: ['tally', 'sheet'],
  CAMPAIGNS: ['campaign'],
};

/** Of these kinds, the actions of the topic alone. */
export const TOPIC_ACTIONS: Readonly<Partial<Record<AuditTopic, readonly string[]>>> = {
  DECISIONS: [
    'manager-approve',
    'manager-reject',
    'manager-changed',
    'finance-approve',
    'finance-reject',
    'revive',
    'pay',
    'admin-approve',
    'admin-reject',
    'no-show',
    'cancellation',
    'cancellation-reject',
  ],
};

/** What claims and trips say is for those who may see them (ORG-1): of their rows nothing is said beside the action. */
export const CONFIDENTIAL: ReadonlySet<string> = new Set(['claim', 'trip', 'enquiry']);

interface Said {
  kind: string;
  action: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

const VIEWED: Readonly<Record<string, string>> = {
  trips: 'Travel requests',
  travelTrips: 'Trips with their claims',
  delegations: 'Stand-ins',
};

const WAYS: Readonly<Record<string, string>> = { code: 'By a code that came by mail', google: 'With Google' };

/** Named facts of rows that have no before and after: how, why, where, what. */
function factsOf({ action, after }: Said): string[] {
  const textOf = (name: string): string[] => {
    const value = after?.[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  };
  const times = typeof after?.['times'] === 'number' && after['times'] > 1 ? [`${after['times']} times`] : [];
  const how = textOf('how').map((way) => WAYS[way] ?? `With ${way}`);
  switch (action) {
    case 'sign-in':
      return how;
    case 'sign-in-refused':
    case 'refused':
      return [...how, ...textOf('route'), ...textOf('why'), ...times];
    case 'view':
      return textOf('what').map((what) => VIEWED[what] ?? actionWords(what));
    case 'export':
      return [...textOf('report'), ...textOf('format')];
    case 'hold-set':
    case 'hold-lift':
      return [...textOf('on'), ...textOf('reason')];
    case 'erase':
      return [...textOf('kind'), ...(typeof after?.['rows'] === 'number' ? [`${after['rows']} rows`] : [])];
    default:
      return [...textOf('source'), ...textOf('scope')];
  }
}

/** What more there is to say of a row, on one line. `most`: characters. */
export function noteOf(said: Said, most: number): string {
  if (CONFIDENTIAL.has(said.kind)) return '';
  const { changes } = describeChange({ ...said, at: 0, by: '', onBehalfOf: null }, new Map());
  const changed = changes.map(({ field, before, after }) =>
    before === null ? `${field}: ${after ?? '–'}` : `${field}: ${before} → ${after ?? '–'}`,
  );
  const text = [...factsOf(said), ...changed].join('; ').replace(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
