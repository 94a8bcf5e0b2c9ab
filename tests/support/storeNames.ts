import { storeOfEmail } from '#storage/person.ts';

const names = new Map<string, Promise<string>>();

/** Where each person's store lies: asked for with every look at the disk. */
export const storeNameOf = (person: string): Promise<string> =>
  names.get(person) ?? (names.set(person, storeOfEmail(person)), storeNameOf(person));
