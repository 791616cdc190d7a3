/** Files that a command writes from others; `.gitignore` names them too. */
const GENERATED = ['src/i18n/keys.ts']

/** `tracked`: the paths that git has. A generated file among them grows old beside its sources. */
export const generatedProblems = (tracked: readonly string[]): string[] =>
  GENERATED.filter((path) => tracked.includes(path)).map(
    (path) => `${path}: it is generated: git rm --cached ${path}`,
  )
