import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';

/** Digest of what stays of a row of the log whose facts are erased: all of it but before, after and origin. */
export const keptDigest = ({
  before: _before,
  after: _after,
  origin: _origin,
  ...kept
}: Record<string, unknown>): string => sha256(canonicalJson(kept));
