// Lies in React's own file, and so evaluates its renderer there: before the app, in another task.
import { noteStacks } from './withoutStacks.ts';
export { createRoot } from 'react-dom/client';

noteStacks();
