/** First parts of the app's own addresses (spec campaign-and-platform.md 2.1, and our outbox). Any other path shows the app too, which says that nothing is there, but as a 404. */
const FIRST_PARTS: ReadonlySet<string> = new Set([
  '', 'login', 'home', 'outbox', 'not-found', 'list', 'list-auth', 'detail', 'enquiries', 'notifications',
  'raise-travel-request', 'raise-travel-expense', 'raise-local', 'approve-travel-request', 'approve-travel-expense', 'approve-local',
  'view-travel-expense', 'view-local', 'view-travel-request', 'view-tally-service', 'tally-data', 'tally-detail-service', 'downloadReport',
  'campaignManagement', 'campaign', 'editCampaign', 'createCampaign', 'rerunCampaign', 'campaign-analytics', 'campaign-overall-analytics', 'caseManagement',
]);

export const isAppPath = (path: string): boolean => FIRST_PARTS.has(path.split('/')[1] ?? '');

/** Paths that are the server's: what is not found there is answered as data, never with a page. */
const SERVER_PATHS = /^\/(?:api|demo|assets|icons|screenshots)(?:\/|$)|^\/(?:healthz|readyz)$/;

/** Whether a path may be a page: not the server's own, and its last part does not look like a file or a hidden one. */
export const mayBePage = (path: string): boolean => !SERVER_PATHS.test(path) && !/\.[^/]*$|\/\./.test(path) && !path.includes('//');
