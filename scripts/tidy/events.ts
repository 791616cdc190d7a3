import { isTest, lineAt, type Source } from './source.ts'

/**
 * Events that a module declares and no listener and no reaction takes: nobody would miss them.
 */
export function unheardEvents(
  tree: ReadonlyMap<string, Source>,
): { file: string; line: number; what: string }[] {
  const sources = [...tree.values()].filter(({ path }) => path.startsWith('src/modules/') && !isTest(path))
  return sources.flatMap(({ path, text, code }) =>
    [...code.matchAll(/\bexport const (\w+) = event\(/g)]
      .filter(([, name]) => !sources.some((source) => hears(source, path, name)))
      .map(({ index, 1: name }) => ({
        file: path,
        line: lineAt(text, index),
        what: `nothing listens to ${name}: an event that nobody hears goes`,
      })),
  )
}

const hears = ({ path, code, imports }: Source, declaredIn: string, name = ''): boolean =>
  new RegExp(`\\b(?:listen|dataOf)\\(${name},`).test(code) &&
  (path === declaredIn || imports.some(({ target }) => target === declaredIn))
