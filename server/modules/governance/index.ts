/** What an organisation answers for: the audit log as people read it, proof packs, what is held on people. */

export { AUDIT_HEAD, composeHead, tellHead } from './audit/headMails.ts';
export { governanceCalls } from './routes.ts';
