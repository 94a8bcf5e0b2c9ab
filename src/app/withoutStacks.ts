/** What V8 knows of errors beyond the standard: how many frames of the stack each of them notes. */
interface StackTraces {
  stackTraceLimit?: number;
}

const errors = Error as StackTraces;
const before = errors.stackTraceLimit;

// React makes three errors while it is evaluated, whose stacks nobody reads. Where developer tools are attached, the
// browser would look up the line of each at once, and read all of React once more for it.
errors.stackTraceLimit = 0;

/** From here on errors note where they come from again. */
export function noteStacks(): void {
  if (before === undefined) delete errors.stackTraceLimit;
  else errors.stackTraceLimit = before;
}
