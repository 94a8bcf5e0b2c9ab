/** Somebody else's list (findByEmail): shown, never kept, and changed by a stand-in alone. */

/** Whose list an address asks for when it is not one's own; the same address in capitals is one's own. */
export const foreignOf = (findByEmail: string | undefined, own: string): string | undefined =>
  findByEmail !== undefined && findByEmail.toLowerCase() !== own.toLowerCase() ? findByEmail : undefined;

/**
 * What a person is called by the records of a list, at any depth of them: a trip names its claimant only in its claims.
 * Null when none does.
 */
export function nameAmong(rows: readonly unknown[], email: string): string | null {
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    const { userEmail, employeeName } = row as { userEmail?: unknown; employeeName?: unknown };
    if (
      typeof userEmail === 'string' &&
      userEmail.toLowerCase() === email.toLowerCase() &&
      typeof employeeName === 'string'
    )
      return employeeName;
    for (const value of Object.values(row)) {
      const name = Array.isArray(value) ? nameAmong(value, email) : null;
      if (name !== null) return name;
    }
  }
  return null;
}

/** Is it a record of this person? Undefined when it does not say. */
export function isOf(row: unknown, email: string): boolean | undefined {
  const { userEmail } = row as { userEmail?: unknown };
  return typeof userEmail === 'string' ? userEmail.toLowerCase() === email.toLowerCase() : undefined;
}
