import type { RoleFlags } from '#contract/user.ts';

/** What the home page offers. What waits there: pendingCounts.ts; where it sends a person: homeDecision.ts. */

/** The address of case management, or null when it is off or no web address. */
export function caseManagementAddress(roles: RoleFlags): string | null {
  const address = roles.isCaseManagementEnabled ? roles.redirectUrl : null;
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}

interface HomeButton {
  label: string;
  route: string;
  /** Whose queue, when it is another's. */
  findByEmail?: string;
}
export interface HomeBlock {
  /** 'User', 'Manager', 'Finance', 'Admin', 'Organisation' and so on, or 'For {manager}'. */
  title: string;
  buttons: readonly HomeButton[];
}

const button = (label: string, route: string): HomeButton => ({ label, route });

/** The queues of a manager. */
const QUEUES: readonly HomeButton[] = [
  button('Approve Travel Request', '/approve-travel-request'),
  button('Approve Travel Expense', '/approve-travel-expense'),
  button('Approve Local Expense', '/approve-local'),
];

const VIEW_TALLY = button('View Tally', '/view-tally-service');
const BLOCKS: readonly { shown: (roles: RoleFlags) => boolean; block: HomeBlock }[] = [
  {
    shown: () => true,
    block: {
      title: 'User',
      buttons: [
        button('Raise Travel Request', '/raise-travel-request'),
        button('Raise Travel Expense', '/raise-travel-expense'),
        button('Raise Local Expense', '/raise-local'),
      ],
    },
  },
  {
    shown: (roles) => roles.isManager && roles.isOrgAdmin !== true,
    block: { title: 'Manager', buttons: [...QUEUES, button('My Line', '/people')] },
  },
  // The organisation block leads to all people.
  {
    shown: (roles) => roles.isManager && roles.isOrgAdmin === true,
    block: { title: 'Manager', buttons: QUEUES },
  },
  {
    shown: (roles) => roles.isFinance,
    block: {
      title: 'Finance',
      buttons: [
        button('View Travel Expense', '/view-travel-expense'),
        button('View Local Expense', '/view-local'),
        button('Download Report', '/downloadReport'),
      ],
    },
  },
  {
    shown: (roles) => roles.isFinanceDocument,
    block: { title: 'Documents', buttons: [button('Upload Document', '/home/upload-document'), VIEW_TALLY] },
  },
  // The finance document block has the same entry; nobody needs it twice.
  {
    shown: (roles) => roles.isTallyAdmin && !roles.isFinanceDocument,
    block: { title: 'Tally', buttons: [VIEW_TALLY] },
  },
  {
    shown: (roles) => roles.isAdmin,
    block: {
      title: 'Admin',
      buttons: [
        button('View Travel Request', '/view-travel-request'),
        button('Exceptional Dates', '/home/exceptional-dates'),
      ],
    },
  },
  {
    shown: (roles) => roles.isOrgAdmin === true,
    block: {
      title: 'Organisation',
      buttons: [
        button('Organisation', '/organisation'),
        button('People', '/people'),
        button('Provisioning', '/people/provisioning'),
        button('Integrations', '/integrations'),
        button('Expense Policy', '/policy'),
        button('Audit Log', '/audit'),
        button('Retention', '/retention'),
      ],
    },
  },
  {
    shown: (roles) => roles.isCampaign && roles.isCampaignManager,
    block: { title: 'Campaigns', buttons: [button('Campaign Management', '/campaignManagement')] },
  },
  {
    shown: (roles) => roles.isCaseManagement && caseManagementAddress(roles) !== null,
    block: { title: 'Cases', buttons: [button('Case Management', '/caseManagement')] },
  },
];

/** The blocks that home and the desktop's side navigation show to somebody with these flags (HOME-6). */
export function homeBlocks(roles: RoleFlags): HomeBlock[] {
  const own = BLOCKS.filter(({ shown }) => shown(roles)).map(({ block }) => block);
  // Right after one's own queues, or where they would be (DEL-11).
  const at = roles.isManager ? 2 : 1;
  return [
    ...own.slice(0, at),
    ...(roles.standsInFor ?? []).map(({ email, name }) => ({
      title: `For ${name}`,
      buttons: QUEUES.map((each) => ({ ...each, findByEmail: email })),
    })),
    ...own.slice(at),
  ];
}
