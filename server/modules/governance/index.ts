/** What an organisation answers for: the audit log as people read it. */

export { governanceCalls } from './routes.ts';
