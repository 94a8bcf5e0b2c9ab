/** What of the claims' own folders nobody but that office opens. */
const BESIDE: Partial<Record<string, string>> = {
  admin: '|/src/claims/trip/admin/',
  finance: '|/src/claims/[^/]+/(?:Review|finance)|/src/claims/(?:Review|finance)',
};

/**
 * Parts of the office: each loads as one file, since its pieces are opened by the same people, and many small files are
 * larger together. What they share with others stays where it is.
 */
const OFFICES = ['tally', 'campaigns', 'finance', 'record', 'admin', 'standIn', 'notifications'].map((name) => ({
  name,
  test: new RegExp(`/src/features/${name}/${BESIDE[name] ?? ''}`),
}));

/** Calls of the other screens, which share their shapes: they compress better together. */
const CONTRACT = { name: 'contract', test: /\/src\/contract\// };

/**
 * How the code is cut. What the first frame needs is one file, what the lists share is another, what an approver's
 * queue needs besides a third, the outbox a fourth, each with all that it imports; everything else stays where its lazy
 * import is. Without this the first list would take two dozen small requests.
 */
export const chunkGroups = [
  {
    name: 'app',
    priority: 4,
    test: /\/src\/app\/main\.tsx$|\/src\/routes\/_signedIn\.tsx|rolldown\/runtime|vite\/preload-helper/,
  },
  { name: 'list', priority: 3, test: /\/src\/features\/raise\/(?:RaiseLocalExpense\.tsx|firstRows\.ts)$/ },
  { name: 'queue', priority: 2, test: /\/src\/features\/approve\/ApproveLocalExpense\.tsx$/ },
  { name: 'outbox', priority: 1, test: /\/src\/data\/runtime\.ts$/ },
  ...[...OFFICES, { name: 'table', test: /\/src\/list\/table\// }, CONTRACT].map((part) => ({
    ...part,
    priority: 0,
    includeDependenciesRecursively: false,
  })),
];
