export { ALL_REQUESTS_FILTERS } from './addresses.ts';
export { anyKind } from './kinds.ts';
export { SearchField } from './SearchField.tsx';
export { default as recordStyles } from './Record.module.css';
