/**
 * Loads a module when it is first asked for. Afterwards it is at hand in the same task, whereas `import()` gives even a
 * module that is there one task later, behind a frame that waits to be drawn. A load that failed is tried again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
