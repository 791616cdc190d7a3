/** Without what was left out. */
export const withoutUndefined = <T extends Record<string, unknown>>(all: T) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }
