import type { Offer } from '#domain/offers.ts';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';

/** What was offered on this device and declined, for good (ST-6): noted beside what was said once. */

const NOTES: Readonly<Record<Offer, string>> = { install: 'noInstall', notify: 'noNotify' };

const said = (): Record<string, unknown> => {
  const noted = readLocal(KEYS.said);
  return typeof noted === 'object' && noted !== null ? { ...noted } : {};
};

export function declinedOffers(): ReadonlySet<Offer> {
  const noted = said();
  return new Set((['install', 'notify'] as const).filter((offer) => noted[NOTES[offer]] === true));
}

export const decline = (offer: Offer): void => writeLocal(KEYS.said, { ...said(), [NOTES[offer]]: true });
