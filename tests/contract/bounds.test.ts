import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_ANSWER_BYTES, MAX_CODE, MAX_EMAIL, MAX_NAME, MAX_PAGE_SIZE, MAX_POLICY_NAME } from '#contract/limits.ts';
import { CUTS, CUT_TEXTS } from '#server/platform/http/answerBytes.ts';

/** What zod keeps of a schema, as far as lists and what holds them go. */
interface Node {
  _zod: {
    def: {
      type: string;
      element?: Node;
      shape?: Record<string, Node>;
      innerType?: Node;
      options?: Node[];
      valueType?: Node;
      checks?: { _zod: { def: { maximum?: number } } }[];
    };
  };
}

const LEAVES = new Set(['string', 'number', 'boolean', 'literal', 'enum', 'null', 'unknown']);

/** Every list and map of a schema by its path; `max` where the schema itself says how long it may be. */
function listsOf(node: Node, path = ''): { path: string; max: number | undefined }[] {
  const { def } = node._zod;
  if (def.type === 'array' && def.element)
    return [
      { path, max: def.checks?.map((check) => check._zod.def.maximum).find((max) => max !== undefined) },
      ...listsOf(def.element, `${path}[]`),
    ];
  if (def.type === 'record' && def.valueType)
    return [{ path: `${path}{}`, max: undefined }, ...listsOf(def.valueType, `${path}{}`)];
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => listsOf(field, `${path}.${name}`));
  if (def.type === 'union') return (def.options ?? []).flatMap((option) => listsOf(option, path));
  if (def.innerType) return listsOf(def.innerType, path);
  if (!LEAVES.has(def.type)) throw new Error(`A ${def.type} at ${path}: say here what it holds`);
  return [];
}

const PAGED = /^\.(data|content|data\.results\.content|content\[\]\.tripIdResponseList)$/;

/**
 * Lists that the server cuts or refuses to grow, and by what. A schema that said so itself would make clients refuse
 * longer ones that they keep.
 */
const BOUNDED: readonly [at: RegExp, by: string][] = [
  [/\.billUrl$/, 'MAX_BILLS'],
  [/\.reading\.sure$/, 'what may be suggested of a bill'],
  [/\.duplicateOf$/, 'MAX_LISTED_INSIDE'],
  [/^bulk\w+ \.data\.(done|refused)$/, 'MAX_BULK_IDS'],
  [/^intakeConveyance \.data\.(done|refused)$/, 'MAX_INTAKE_BATCH'],
  [/^(make|mark|release)Tally\w+ \.data\.(done|refused)$/, 'MAX_BATCH_VOUCHERS'],
  [/^(record|tallyBatch|person|policy)History \.data$|^recordEnquiries \.data$/, 'MAX_HISTORY_ROWS'],
  [/^exceptionalDateHistory \.data\.history$/, 'MAX_HISTORY_ROWS'],
  [/\.changes$/, 'the fields of a record'],
  [/\.groupRoles\{\}$/, 'the roles that there are, of MAX_GROUP_ROLES groups'],
  [/^(get|save)Retention \.data\.(reports|holds)$|^(holdsOn|setHold|liftHold) \.data$/, 'MAX_HISTORY_ROWS'],
  [/\.kinds$|^planRetention \.data\.kinds\[\]\.stays$/, 'the kinds of data, and the reasons why it stays'],
  [/^(planErasure|erasePerson) \.data\.(goes|stays)$/, 'the kinds of data'],
  [/^list(User|Person)Sessions \.data$/, 'MAX_SESSIONS_LISTED'],
  [/^knownKeys \.data$/, 'MAX_ASKED_KEYS'],
  [/^findUsedBills \.data$/, 'MAX_BILLS'],
  [/^sendTogether \.data$/, 'MAX_TOGETHER'],
  [/^sendTogether \.data\[\]\.answer\{\}$/, 'the answer of the call that it carried'],
  [/^importPeople \.data\.(passedOver|added|changed|leaving|refused)$/, 'MAX_IMPORT_SHOWN'],
  [/^users\w+ \.data$/, 'twenty people'],
  [/^uploadCandidateInformation \.data$/, 'one person of a code'],
  [/^listDelegations \.data\.(given|received)$/, 'fifty of each side'],
  [/^sum\w+ \.data\.months$/, 'SPEND_MONTHS'],
  [
    /^sumFinancePictures \.data\.(ages|approved|centres|meals)$/,
    'WAITING_AGES, types in SPEND_MONTHS, MOST_CENTRES, MOST_MEALS',
  ],
  [/\.dateResponseList$/, 'MAX_TRIP_DAYS'],
  [/\.ticketUrl$/, 'MAX_BILLS of the first tickets and of each of MAX_FURTHER_TICKETS'],
  [/\.standsInFor$/, 'MAX_STANDS_IN_FOR'],
  [/^exceptionalDates \.data$/, 'MAX_EXCEPTIONAL_DATES'],
  [/^searchCities \.data$/, 'MOST_CITIES'],
  [/^tripExpenseIds \.data\{\}$/, 'MOST_CLAIMS'],
  [/\.travelExpenses$/, 'MOST_CLAIMS and MAX_ANSWER_BYTES of a page'],
  [/^sumTeamSpend \.data\.rows$/, 'the types there are in SPEND_MONTHS'],
  [/^upload(Expenses|Payments) \.data\{\}$/, 'MOST_FILES'],
  [/^answerTallyBatch \.data\.problems$/, 'twenty complaints'],
  [/LedgerMapping \.data\.(ledgers|costCentres)$/, 'the types there are, MAX_COST_CENTRES'],
  [/^(create|update|find)Campaign \.data\.\w+$|\.waterfall$/, 'MAX_CHOSEN of a filter, the filters there are'],
  [/^findAllCampaigns \.data\[\]\.campaignMode$/, 'the ways there are'],
  [/^campaignOptions \.data$/, 'MAX_ANSWER_BYTES'],
  [
    /^read(Campaign|Overall)Analytics \.data\.(breakdowns(\[\]\.shares)?|days|modes)$/,
    'the facts there are, MOST_SHARES, MOST_DAYS, the ways there are',
  ],
  [/\.orgDetails$|\.roles$|^demoAccounts \.data$/, 'the one organisation, the roles there are, the people of the demo'],
];

const lists = (Object.entries(ENDPOINTS) as [string, Endpoint][]).flatMap(([name, { answer, list }]) =>
  listsOf(answer as unknown as Node)
    .filter(({ path, max }) => max === undefined && !(list === true && PAGED.test(path)))
    .map(({ path }) => `${name} ${path}`),
);

const pages = (Object.entries(ENDPOINTS) as [string, Endpoint][]).filter(
  ([, { list, bytes }]) => list === true && bytes === undefined,
);

/** What stands at a path of `listsOf`: the row of a page. */
function elementAt(node: Node, path: string): Node {
  const { def } = node._zod;
  const field = /^\.(\w+)(\[\])?/.exec(path);
  if (!field) return def.element ?? node;
  const next = def.shape?.[field[1] ?? ''];
  if (!next) throw new Error(`Nothing at ${path}`);
  return elementAt(field[2] ? (next._zod.def.element as Node) : next, path.slice(field[0].length));
}

/** Around the rows: names, the total, the summary. */
const ENVELOPE = 1_000;
const [LAST] = CUTS.slice(-1);
/**
 * The longest that a text is which is never cut, by its name; ids are a prefix and a sortable unique part, employee
 * codes and addresses of files one column each.
 */
const NEVER_CUT: readonly [name: RegExp, bytes: number][] = [
  [/^(id|\w+Id|recordId|externalId)$/, 60],
  [/[eE]mail$/, MAX_EMAIL],
  [/^(fingerPrint|fileUrl|url)$/, 120],
  [/^(type|size)$/, 80],
  [/^(employeeCode|candidateEmpCode)$/, 3 * MAX_NAME],
  [/^(costCentre|grade|baseLocation)$/, 3 * MAX_CODE],
  [/^(onBehalfOf|kind)$/, 3 * MAX_NAME],
  [/^(adminApprovalStatus|campaignMode)$/, 30],
  [/^(from|to|day|sure|upiReference)$/, 12],
  [/^(gstin|seller|buyer)$/, 15],
  [/^billNumber$/, 32],
  [/^irn$/, 64],
  [/^(furtherType|holiday)$/, 3 * MAX_POLICY_NAME],
  [/^policyWarning$/, 400],
];
/**
 * Covered by tests/server/platform/http/pageBytes.test.ts: claims of a trip are left out whole where there is no room,
 * so that a trip has none.
 */
const LEFT_OUT = /^dateResponseList$/;

/** The most bytes of JSON that a value of this schema comes to, once it is cut. */
function bytesOf(node: Node, name: string): number {
  const { def } = node._zod;
  if (def.type === 'string') {
    if (CUT_TEXTS.has(name)) return 3 * (LAST?.chars ?? NaN) + 2;
    const known = NEVER_CUT.find(([pattern]) => pattern.test(name));
    if (!known)
      throw new Error(`How long is ${name}? Name it among what is cut (server/platform/http/answerBytes.ts) or here.`);
    return known[1] + 2;
  }
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).reduce(
      (sum, [key, field]) => sum + key.length + 4 + (LEFT_OUT.test(key) ? 2 : bytesOf(field, key)),
      2,
    );
  if (def.type === 'array' && def.element) return 2 + (LAST?.items ?? NaN) * (bytesOf(def.element, name) + 1);
  if (def.type === 'union') return Math.max(...(def.options ?? []).map((option) => bytesOf(option, name)));
  if (def.innerType) return bytesOf(def.innerType, name);
  if (
    def.type === 'literal' ||
    def.type === 'enum' ||
    def.type === 'number' ||
    def.type === 'boolean' ||
    def.type === 'null'
  )
    return 32;
  throw new Error(`How long is a ${def.type}?`);
}

describe('S3 the lists of the answers', () => {
  test('each is a page, says how long it may be, or is bounded by name', () => {
    expect(lists.filter((list) => !BOUNDED.some(([at]) => at.test(list)))).toEqual([]);
  });

  test('what is said here is said of lists that there are', () => {
    for (const [pattern] of BOUNDED)
      expect(
        lists.some((at) => pattern.test(at)),
        String(pattern),
      ).toBe(true);
  });

  test.each(pages)(
    'LIST-18: a page of %s whose rows are cut as far as they are ever cut fits, whatever they hold',
    (_, { answer }) => {
      const [rows] = listsOf(answer as unknown as Node)
        .filter(({ path }) => PAGED.test(path))
        .map(({ path }) => elementAt(answer as unknown as Node, path))
        .slice(-1);
      expect(rows && bytesOf(rows, '') * MAX_PAGE_SIZE + ENVELOPE).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    },
  );

  test('a list in a list, in a union, in an optional or in a map is found', () => {
    const inner = z.array(z.string());
    const whole = z.object({
      a: z.optional(z.array(z.object({ b: z.nullable(inner) }))),
      c: z.union([z.string(), inner]),
      d: z.record(z.string(), inner),
      e: z.array(z.string()).check(z.maxLength(7)),
    });
    expect(listsOf(whole as unknown as Node)).toEqual([
      { path: '.a', max: undefined },
      { path: '.a[].b', max: undefined },
      { path: '.c', max: undefined },
      { path: '.d{}', max: undefined },
      { path: '.d{}', max: undefined },
      { path: '.e', max: 7 },
    ]);
  });
});
