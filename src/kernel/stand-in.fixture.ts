/**
 * Stands for a whole in a test that uses no more of it than `part`: anything else of it is undefined. The
 * names are checked, what stands under them is not.
 */
export const standIn = <T>(part: { readonly [Name in keyof T]?: unknown }): T =>
  // The one place where a part passes for the whole.
  part as unknown as T
