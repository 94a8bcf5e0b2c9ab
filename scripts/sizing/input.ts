/** What `npm run sizing` is told, each with a default and why it is that. */
export interface Option {
  default: number;
  why: string;
}

export const OPTIONS = {
  people: { default: 2_000, why: 'several with commas between' },
  claims: { default: 4, why: 'claims of a person in a month: one a week; count your own' },
  bills: { default: 1, why: 'bills of a claim: several pages are one PDF' },
  kB: { default: 300, why: 'of a bill: as in the measures (281 kB); a photo is made to fit 600 kB, a PDF has 2 MB' },
  years: { default: 9, why: 'kept: the eight financial years of RET-1 and the one that runs' },
  days: { default: 21, why: 'working days in a month' },
  hours: { default: 8, why: 'office hours in a day' },
  peak: { default: 10, why: 'the busiest hour by the mean one: the last days of a month, the first hour of a day' },
  openings: { default: 0.5, why: 'of the app by a person in a working day: filing takes 0.2 of it' },
  looks: { default: 2, why: 'at each bill as it is: by who decides and by finance' },
  lookup: { default: 20, why: 'milliseconds in which the object store says that it has a file; measure yours' },
  cores: { default: 16, why: 'of the machine of PostgreSQL' },
} as const satisfies Record<string, Option>;
type OptionName = keyof typeof OPTIONS;
/** All of them, for one number of people. */
export type Input = Record<OptionName, number>;

/** `people=50,2000 claims=3` as one input for each number of people. Throws with a sentence for what is not known. */
export function inputsOf(words: readonly string[]): Input[] {
  const input: Input = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, option]) => [name, option.default]),
  ) as Input;
  let people: number[] = [input.people];
  for (const word of words) {
    const [name = '', text = ''] = word.split(/=(.*)/s);
    if (!Object.hasOwn(OPTIONS, name))
      throw new Error(`No option is called ${name}. There are: ${Object.keys(OPTIONS).join(', ')}.`);
    const numbers = text.split(',').map((each) => (/^\d{1,9}(\.\d{1,3})?$/.test(each) ? Number(each) : 0));
    if (numbers.some((number) => number <= 0) || (name !== 'people' && numbers.length > 1))
      throw new Error(`${name} takes ${name === 'people' ? 'numbers' : 'a number'} above 0.`);
    if (name === 'people') people = numbers;
    else input[name as OptionName] = numbers[0] ?? 0;
  }
  return people.map((each) => ({ ...input, people: each }));
}
