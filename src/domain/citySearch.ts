import type { City } from '#contract/trip.ts';

/**
 * Cities by what a person types; the device and the server answer alike, by this (LIST-15). What is compared is folded:
 * no case, no accents, one space between words, so that 'puné', 'PUNE' and ' pune ' are one.
 */

/** The most that one look-up offers. */
export const MAX_CITIES = 20;

/**
 * A name as it is compared. Everything that is neither letter nor digit parts words; `%` and `_` are letters and mean
 * nothing else.
 */
export function foldCity(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%_]+/gu, ' ')
    .trim();
}

/**
 * As they are kept: 'name|index of its state|other names,…', the largest first. Names are unlike each other, where need
 * be by the state.
 */
export interface CityData {
  states: readonly string[];
  cities: readonly string[];
}

interface Entry {
  names: readonly string[];
  city: City;
}

export type CitySearch = (text: string) => City[];

/**
 * How well a name fits: 0 it is the text, 1 it begins with it, 2 one of its words does, 3 it contains it; 4 not at all.
 */
function fitOf(name: string, text: string): number {
  if (name.startsWith(text)) return name.length === text.length ? 0 : 1;
  if (name.includes(` ${text}`)) return 2;
  return name.includes(text) ? 3 : 4;
}

/** Makes the look-up over these cities: the best fit first, then the largest; nothing for no text. */
export function citySearch({ states, cities }: CityData): CitySearch {
  const entries = cities.map((line): Entry => {
    const [city = '', state = '', others = ''] = line.split('|');
    const where = states[Number(state)];
    return {
      names: [city, ...others.split(',')].filter((name) => name !== '').map(foldCity),
      city: where === undefined ? { city } : { city, state: where },
    };
  });
  return (text) => {
    const wanted = foldCity(text);
    if (wanted === '') return [];
    const found: City[][] = [[], [], [], []];
    for (const { names, city } of entries) {
      const fit = names.reduce((best, name) => Math.min(best, fitOf(name, wanted)), 4);
      const tier = found[fit];
      if (tier && tier.length < MAX_CITIES) tier.push(city);
    }
    return found.flat().slice(0, MAX_CITIES);
  };
}

let loaded: Promise<CitySearch> | undefined;

/**
 * The cities of India. Their list is a piece of code of its own, fetched when it is first wanted; a fetch that failed
 * is tried again.
 */
export function indianCities(): Promise<CitySearch> {
  loaded ??= import('./indianCities.json').then(
    ({ default: data }) => citySearch(data),
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
