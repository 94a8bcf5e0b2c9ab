import { describe, expect, test } from 'vitest';
import data from '#domain/indianCities.json';
import { citySearch, foldCity, indianCities, MAX_CITIES } from '#domain/citySearch.ts';

const search = await indianCities();
const names = (text: string) => search(text).map(({ city }) => city);

describe('LIST-15: cities as they are typed', () => {
  test('nothing for no text, and for what is no text', () => {
    for (const text of ['', '  ', '\t', '.', '–']) expect(search(text)).toEqual([]);
  });

  test('the city itself first, then what begins with it, then words, then parts; the largest first', () => {
    const small = citySearch({
      states: ['S'],
      cities: ['Great Pune|0', 'Punera|0', 'Pune|0', 'Punew|0', 'Old Punetown|0', 'Xpune|0'],
    });
    expect(small('pune').map(({ city }) => city)).toEqual([
      'Pune',
      'Punera',
      'Punew',
      'Great Pune',
      'Old Punetown',
      'Xpune',
    ]);
  });

  test('typing the start of a large city finds it first', () => {
    expect(
      Object.fromEntries(
        ['mum', 'del', 'beng', 'kol', 'che', 'hyd', 'pun', 'jaip', 'luck', 'nagp', 'ind'].map((text) => [
          text,
          names(text)[0],
        ]),
      ),
    ).toEqual({
      mum: 'Mumbai',
      del: 'Delhi',
      beng: 'Bengaluru',
      kol: 'Kolkata',
      che: 'Chennai',
      hyd: 'Hyderabad',
      pun: 'Pune',
      jaip: 'Jaipur',
      luck: 'Lucknow',
      nagp: 'Nagpur',
      ind: 'Indore',
    });
  });

  test('by the names that people still use', () => {
    expect(
      [
        'Bombay',
        'Bangalore',
        'Calcutta',
        'Madras',
        'Gurgaon',
        'Allahabad',
        'Mysore',
        'Pondicherry',
        'Trivandrum',
        'Vizag',
      ].map((text) => names(text)[0]),
    ).toEqual([
      'Mumbai',
      'Bengaluru',
      'Kolkata',
      'Chennai',
      'Gurugram',
      'Prayagraj',
      'Mysuru',
      'Puducherry',
      'Thiruvananthapuram',
      'Visakhapatnam',
    ]);
  });

  test('case, accents and spaces do not matter; % and _ are letters', () => {
    for (const text of ['PUNÉ', ' pune ', 'Pūne']) expect(names(text)[0]).toBe('Pune');
    expect(names('navi   mumbai')[0]).toBe('Navi Mumbai');
    for (const text of ['%', '_', 'p_ne', '%une', "'; drop table claims; --", '\\', '.*'])
      expect(search(text)).toEqual([]);
  });

  test('says where a city is, and tells those of one name apart', () => {
    expect(search('Aurangabad').slice(0, 2)).toEqual([
      { city: 'Aurangabad', state: 'Maharashtra' },
      { city: 'Aurangabad, Bihar', state: 'Bihar' },
    ]);
    expect(names('aurangabad bihar')).toEqual(['Aurangabad, Bihar']);
  });

  test(`offers at most ${MAX_CITIES}`, () => {
    expect(search('a')).toHaveLength(MAX_CITIES);
  });
});

describe('the list of cities', () => {
  test('holds every state, and no name twice', () => {
    const cities = data.cities.map((line) => line.split('|'));
    expect(cities.length).toBeGreaterThan(6_500);
    expect(new Set(cities.map(([name]) => foldCity(name ?? ''))).size).toBe(cities.length);
    expect(data.states).toHaveLength(36);
    expect(new Set(cities.map(([, state]) => Number(state))).size).toBe(36);
    expect(
      cities.filter(([name, state]) => !/^[\x20-\x7e]{2,100}$/.test(name ?? '') || !data.states[Number(state)]),
    ).toEqual([]);
  });

  test('holds where people travel to', () => {
    for (const name of [
      'Noida',
      'Navi Mumbai',
      'Leh',
      'Port Blair',
      'Silvassa',
      'Gangtok',
      'Shillong',
      'Kohima',
      'Itanagar',
      'Aizawl',
      'Imphal',
      'Agartala',
      'Panaji',
      'Kavaratti',
      'Mohali',
      'Ooty',
    ])
      expect(names(name)).toContain(name);
  });
});
