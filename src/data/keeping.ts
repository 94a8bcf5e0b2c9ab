import { mayGoSentence } from '#domain/keeping.ts';
import { askPersistence } from '#storage/durability.ts';
import { sayOnce } from './sayOnce.ts';

/** Only Safari on an iPhone or iPad has `navigator.standalone`. */
const inSafariTab = (): boolean => (navigator as { standalone?: boolean }).standalone === false;

/** What may happen here to what waits (ST-2), or null. Asks the browser to keep it, once a page: called where something waits. */
export const mayGo = async (): Promise<string | null> => mayGoSentence({ persistence: await askPersistence(), safariTab: inSafariTab() });

/** Says it once on this device. */
export async function sayMayGo(say: (sentence: string) => void): Promise<void> {
  const sentence = await mayGo();
  if (sentence !== null) await sayOnce('mayGo', () => say(sentence));
}
