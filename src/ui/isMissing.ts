/** A piece of the app that is not kept here did not come, in the words of the browsers and of the bundler. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && /imported module|module script|preload CSS/i.test(error.message);
