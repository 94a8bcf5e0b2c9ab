import { secretsKeyOf } from '#server/platform/settings/secretVariables.ts';

export const [FIRST, SECOND, OTHER] = [
  'q8Vh-9sQw7Zt2Lm8Xr4Np6Bd1Fg5Jc0Ya',
  'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
  'correct-horse-battery-staple-42-quietly',
] as const;
export const keys = (...texts: string[]) => texts.map(secretsKeyOf);
