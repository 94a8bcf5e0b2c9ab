import type { RoleFlags } from '#contract/user.ts';
import { homeBlocks } from '#domain/home.ts';
import { decidesAnything } from '#domain/deciders.ts';
import type { NavIconName } from './NavIcon.tsx';

export interface NavItem {
  label: string;
  to: string;
  icon: NavIconName;
  /** The screens that it covers, when it leads to one of several. */
  covers?: readonly string[];
  /** Whose queue, when it is another's. */
  findByEmail?: string;
}
export interface NavGroup {
  title: string | null;
  items: NavItem[];
}

const ICONS: readonly [RegExp, NavIconName][] = [
  [/^\/approve/, 'approvals'],
  [/travel-request/, 'trips'],
  [/exceptional/, 'waiting'],
  [/^\/(?:people|organisation)/, 'account'],
  [/^\/(?:audit|policy|retention)/, 'list'],
  [/integrations/, 'plug'],
  [/tally|report|upload|campaign/i, 'report'],
  [/./, 'claims'],
];
const iconOf = (path: string): NavIconName => ICONS.find(([pattern]) => pattern.test(path))?.[1] ?? 'claims';

/** A list path that only leads on to its first sub-view is linked as that view. */
const FIRST_VIEW: Readonly<Record<string, string>> = {
  '/raise-local': '/raise-local/expense',
  '/approve-local': '/approve-local/expense',
  '/view-local': '/view-local/expense',
};

const HOME: NavItem = { label: 'Home', to: '/home', icon: 'home' };
const WAITING: NavItem = { label: 'Waiting For You', to: '/list-auth', icon: 'approvals' };
const ALL: NavItem = { label: 'All Requests', to: '/list', icon: 'list' };
const ENQUIRIES: NavItem = { label: 'Enquiries', to: '/enquiries', icon: 'enquiries' };
/** What was shared, photographed or put there, and is no claim yet. */
export const INBOX: NavItem = { label: 'Inbox', to: '/inbox', icon: 'inbox' };
const OUTBOX: NavItem = { label: 'Outbox', to: '/outbox', icon: 'outbox' };

/** Who stands in for one, and for whom one does. */
export const STAND_IN: NavItem = { label: 'Stand-in', to: '/home/stand-in', icon: 'standIn' };

/** One's sessions, and how they end (SES-43). */
export const SIGNED_IN: NavItem = { label: 'Where I am signed in', to: '/signed-in', icon: 'devices' };

/** Every screen of campaigns is under their list. */
const CAMPAIGNS: NavItem = {
  label: 'Campaigns',
  to: '/campaignManagement',
  icon: 'report',
  covers: [
    '/createCampaign',
    '/campaign',
    '/editCampaign',
    '/rerunCampaign',
    '/campaign-analytics',
    '/campaign-overall-analytics',
  ],
};

/** Screens without an entry of their own, and the one that they stand under. */
const COVERS: Readonly<Record<string, readonly string[]>> = {
  [CAMPAIGNS.to]: CAMPAIGNS.covers ?? [],
  '/view-tally-service': ['/tally-data', '/tally-detail-service', '/home/tally-ledgers'],
};

/** What concerns everybody, whatever their roles. */
export const sharedItems = (exists: (path: string) => boolean): NavItem[] =>
  [ALL, ENQUIRIES, INBOX].filter(({ to }) => exists(to));

/** Desktop: home, what concerns everybody, outbox, then the blocks of the home page, as far as their screens exist. */
export function sideGroups(roles: RoleFlags, exists: (path: string) => boolean): NavGroup[] {
  const blocks = homeBlocks(roles).map(({ title, buttons }) => ({
    title,
    items: buttons
      .map(({ label, route, findByEmail }) => ({
        label,
        to: FIRST_VIEW[route] ?? route,
        icon: iconOf(route),
        ...(COVERS[route] && { covers: COVERS[route] }),
        ...(findByEmail !== undefined && { findByEmail }),
      }))
      .filter(({ to }) => exists(to)),
  }));
  return [
    {
      title: null,
      items: [HOME, ...(decidesAnything(roles) && exists(WAITING.to) ? [WAITING] : []), ...sharedItems(exists), OUTBOX],
    },
    ...blocks.filter(({ items }) => items.length > 0),
  ];
}

const MAX_COUNT = 5;
/** What waits for one in each role leads on to these; 'Approvals' counts them all (MGR-27). */
const QUEUES = [
  '/deck',
  '/approve-travel-request',
  '/approve-travel-expense',
  '/approve-local',
  '/view-travel-request',
  '/view-travel-expense',
  '/view-local',
] as const;

/** Phones: at most five, the everyday ones. */
export function bottomItems(roles: RoleFlags, exists: (path: string) => boolean): NavItem[] {
  const wanted: (NavItem | false)[] = [
    HOME,
    { label: 'Trips', to: '/raise-travel-request', icon: 'trips' },
    { label: 'Claims', to: '/raise-local/expense', icon: 'claims' },
    roles.isCampaign && roles.isCampaignManager && !decidesAnything(roles) && CAMPAIGNS,
    decidesAnything(roles) && { label: 'Approvals', to: WAITING.to, icon: 'approvals', covers: QUEUES },
    OUTBOX,
    INBOX,
  ];
  return wanted.filter((item): item is NavItem => item !== false && exists(item.to)).slice(0, MAX_COUNT);
}
