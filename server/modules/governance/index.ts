/** What an organisation answers for: the audit log as people read it, proof packs. */

export { sendHeadMails } from './audit/headMails.ts';
export { governanceCalls } from './routes.ts';
