import type { ErrorCode } from '#contract/error.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { ERROR } from './names.ts';

/** What is wrong, in the words of RFC 7644, section 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal that says what is wrong in SCIM's words. */
export class ScimRefusal extends Refusal {
  readonly scimType: ScimType | null;
  readonly #status: number;

  constructor(status: number, scimType: ScimType | null, detail: string, code: ErrorCode = 'MALFORMED') {
    super(code, detail);
    this.scimType = scimType;
    this.#status = status;
  }

  override get status(): number {
    return this.#status;
  }
}

export const badRequest = (scimType: Exclude<ScimType, 'uniqueness'>, detail: string): ScimRefusal =>
  new ScimRefusal(400, scimType, detail);
export const notUnique = (detail: string): ScimRefusal => new ScimRefusal(409, 'uniqueness', detail, 'CONFLICT');
export const changedMeanwhile = (): ScimRefusal =>
  new ScimRefusal(412, null, 'This was changed in the meantime.', 'VERSION_CONFLICT');

const UNPROCESSABLE = 422;

/** The body of a refusal, and its status: SCIM knows no 422 (SCIM-2). */
export function scimAnswer(refusal: Refusal): { status: number; body: object } {
  const invalid = refusal.status === UNPROCESSABLE;
  const status = invalid ? 400 : refusal.status;
  const own = refusal instanceof ScimRefusal ? refusal.scimType : null;
  const scimType = own ?? (invalid ? 'invalidValue' : refusal.code === 'MALFORMED' ? 'invalidSyntax' : null);
  const type = status === 400 || own !== null ? { scimType } : {};
  return { status, body: { schemas: [ERROR], status: String(status), ...type, detail: refusal.message } };
}
