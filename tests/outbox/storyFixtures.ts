import 'fake-indexeddb/auto';
import { sha } from '#tests/support/fakeServer.ts';

export const hashOf = (text: string): string => sha(new TextEncoder().encode(text));
export const HOUR = 3_600_000;
