export { MadeSecret } from './MadeSecret.tsx';
export { Tokens } from './Tokens.tsx';
export type { TokenSort } from './tokenSort.ts';
