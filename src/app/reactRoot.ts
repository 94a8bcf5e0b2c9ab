// Lies in React's own file, and so evaluates its renderer there: before the app, in another task.
export { createRoot } from 'react-dom/client';
