import { createHash } from 'node:crypto';
import type { Role } from '#contract/enums.ts';
import { seededRandom } from './random.ts';

export const DEMO_DOMAIN = 'example.com';

/** A person of the demo organisation. `manager` and `key` are the part of the address before the @. */
export interface DemoPerson {
  key: string;
  name: string;
  employeeCode: string;
  manager: string;
  roles: readonly Role[];
  costCentre: string;
  /** Offered on the sign-in page. */
  named: boolean;
}

export const emailOf = (key: string): string => `${key}@${DEMO_DOMAIN}`;
/** Ids are made of the address, so that every demo organisation has the same ones. */
export const personIdOf = (key: string): string =>
  `PRS${createHash('sha256').update(emailOf(key)).digest('hex').slice(0, 20)}`;

type Named = readonly [key: string, name: string, manager: string, roles: readonly Role[], costCentre: string];

/** The accounts that always exist, with their reporting lines. */
const NAMED: readonly Named[] = [
  ['employee', 'Asha Nair', 'manager', [], 'Field Sales South'],
  ['employee2', 'Imran Qureshi', 'manager', [], 'Field Sales South'],
  ['employee3', 'Meera Kulkarni', 'manager2', [], 'Field Sales West'],
  ['manager', 'Ravi Menon', 'director', ['manager'], 'Field Sales South'],
  ['manager2', 'Sunita Deshpande', 'director', ['manager'], 'Field Sales West'],
  ['director', 'Vikram Rao', 'finance2', ['manager'], 'Sales'],
  ['finance', 'Kavita Iyer', 'director', ['finance'], 'Finance'],
  ['finance2', 'Joseph Mathew', 'director', ['finance', 'manager'], 'Finance'],
  ['finance-docs', 'Pooja Shah', 'director', ['financeDocument'], 'Finance'],
  ['admin', 'Harpreet Singh', 'director', ['admin'], 'Administration'],
  ['tally', 'Lakshmi Subramanian', 'director', ['tallyAdmin'], 'Finance'],
  ['campaign-manager', 'Aditya Banerjee', 'director', ['campaign', 'campaignManager'], 'Marketing'],
  ['campaign-manager2', 'Neha Agarwal', 'director', ['campaign', 'campaignManager'], 'Marketing'],
  ['campaign-user', 'Rohan Das', 'director', ['campaign'], 'Marketing'],
  ['case-user', 'Farah Khan', 'director', ['caseManagement'], 'Customer Care'],
  ['newcomer', 'Dev Patel', 'director', [], 'Service'],
  ['org-admin', 'Leela Thomas', 'director', ['orgAdmin'], 'Administration'],
];

const FIRST_NAMES = [
  'Aarti',
  'Abhishek',
  'Amit',
  'Anjali',
  'Arjun',
  'Bhavna',
  'Chetan',
  'Deepa',
  'Divya',
  'Farhan',
  'Gaurav',
  'Geeta',
  'Harish',
  'Isha',
  'Jaya',
  'Karan',
  'Kiran',
  'Lalit',
  'Madhuri',
  'Manoj',
  'Nandini',
  'Naveen',
  'Nikhil',
  'Nisha',
  'Om',
  'Padma',
  'Pankaj',
  'Prakash',
  'Priya',
  'Rahul',
  'Rajesh',
  'Rekha',
  'Ritu',
  'Sachin',
  'Sameer',
  'Sandeep',
  'Sarita',
  'Shweta',
  'Sneha',
  'Suresh',
  'Swati',
  'Tanvi',
  'Uday',
  'Usha',
  'Varun',
  'Vidya',
  'Vinod',
  'Yogesh',
  'Zoya',
  'Thomas',
];
const LAST_NAMES = [
  'Bhat',
  'Bose',
  'Chatterjee',
  'Chauhan',
  'D’Souza',
  'Fernandes',
  'Ghosh',
  'Gowda',
  'Gupta',
  'Hegde',
  'Jain',
  'Jha',
  'Joshi',
  'Kamath',
  'Kapoor',
  'Kaur',
  'Krishnan',
  'Malhotra',
  'Mehta',
  'Mishra',
  'Naik',
  'Pandey',
  'Patil',
  'Pillai',
  'Prasad',
  'Reddy',
  'Saxena',
  'Sharma',
  'Shetty',
  'Thakur',
  'Trivedi',
  'Varghese',
  'Verma',
  'Yadav',
];

/** Teams around the named people: their own manager each, or one of the two that are named. */
const TEAMS: readonly { costCentre: string; size: number; manager?: string }[] = [
  { costCentre: 'Field Sales South', size: 5, manager: 'manager' },
  { costCentre: 'Field Sales West', size: 6, manager: 'manager2' },
  { costCentre: 'Field Sales North', size: 9 },
  { costCentre: 'Field Sales East', size: 8 },
  { costCentre: 'Service', size: 10 },
  { costCentre: 'Projects', size: 9 },
  { costCentre: 'Technology', size: 8 },
];

/** Everybody: the named accounts first, then about sixty more. Managers come before their reports. */
export function demoPeople(): DemoPerson[] {
  const random = seededRandom(20_260_401);
  const people: DemoPerson[] = NAMED.map(([key, name, manager, roles, costCentre], index) => ({
    key,
    name,
    manager,
    roles,
    costCentre,
    named: true,
    employeeCode: `KH${1001 + index}`,
  }));
  const taken = new Set(people.map((person) => person.key));
  let code = 1101;
  const add = (manager: string, roles: readonly Role[], costCentre: string): string => {
    for (;;) {
      const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
      const key = `${first}.${last}`.toLowerCase().replace(/[^a-z.]/g, '');
      if (taken.has(key)) continue;
      taken.add(key);
      people.push({
        key,
        name: `${first} ${last}`,
        manager,
        roles,
        costCentre,
        named: false,
        employeeCode: `KH${code}`,
      });
      code += random.between(1, 4);
      return key;
    }
  };
  for (const team of TEAMS) {
    const manager = team.manager ?? add('director', ['manager'], team.costCentre);
    for (let member = 0; member < team.size; member += 1) add(manager, [], team.costCentre);
  }
  // Finance has more hands than those who can be tried out.
  add('director', ['finance'], 'Finance');
  return people;
}
