/** Any record whole: its history, its files. */

export { fileCalls } from './documents.ts';
export { assertVisibleRecord, maySeeRecord } from './policy.ts';
export { ownerOf, recordAnswer, recordAnswerTo } from './presenter.ts';
export { visibleRecord } from './records.ts';
export { recordById, recordColumns, type RecordRow } from './repository.ts';
export { recordCalls } from './routes.ts';
