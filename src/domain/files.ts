import { MESSAGES } from '#contract/error.ts';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/**
 * A bill must have bytes and be smaller than 2 MB; 2,097,152 bytes themselves are refused (DOC-1, DOC-2).
 */
export function judgeFileSize(bytes: number): Verdict {
  if (bytes >= FILE_BYTES_LIMIT) return refused('FILE_TOO_LARGE', MESSAGES.fileTooLarge);
  return bytes > 0 ? allowed : refused('INVALID', 'This file is empty');
}
