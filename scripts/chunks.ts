/**
 * How the code is cut. What the first frame needs is one file, what the lists share is another, the outbox a third, each
 * with all that it imports; everything else stays where its lazy import is. Without this the first list would take two
 * dozen small requests.
 */
export const chunkGroups = [
  { name: 'app', priority: 3, test: /\/src\/app\/main\.tsx$|\/src\/routes\/_signedIn\.tsx|rolldown\/runtime|vite\/preload-helper/ },
  { name: 'list', priority: 2, test: /\/src\/features\/(?:raise|approve)\/(?:(?:Raise|Approve)LocalExpense\.tsx|firstRows\.ts)$/ },
  { name: 'outbox', priority: 1, test: /\/src\/data\/runtime\.ts$/ },
];
