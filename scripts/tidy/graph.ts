import type { Import, Source } from './source.ts'

type Tree = ReadonlyMap<string, Source>

/**
 * Files that run on their own, that a tool reads, or that are found by their name: everything else must be
 * reachable from one of them.
 */
const ENTRY = new RegExp(
  [
    /^src\/(server\/main\.ts|mobile\/(main\.tsx|gallery\.tsx|preload\.ts|service-worker\.ts)|console\/main\.tsx)$/,
    /^src\/modules\/[^/]+\/(mobile\/screens|console\/pages)\.tsx?$/, // import.meta.glob of the shell
    /^(scripts|bench)\/[\w-]+\.(ts|mjs)$/,
    /^scripts\/mutation\/(sentences|vitest\.config)\.ts$/, // npm run mutation
    /^test\/(cluster|test-cleanup)\.ts$/, // vitest's globalSetup, and the setup of its files
    /^test\/journeys\/take-screens\.ts$/, // npm run screens
    /^test\/journeys\/largest-paint\.ts$/, // scripts/largest-paint.ts
    /^[\w.]+\.config\.ts$|\.d\.ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
const TEST_ENTRY = /\.test\.tsx?$/

export const reachedByTheProduct = (tree: Tree): Set<string> => reach(tree, (path) => ENTRY.test(path))
export const reachedAtAll = (tree: Tree): Set<string> =>
  reach(tree, (path) => ENTRY.test(path) || TEST_ENTRY.test(path))

function reach(tree: Tree, isEntry: (path: string) => boolean): Set<string> {
  const queue = [...tree.keys()].filter(isEntry)
  const reached = new Set(queue)
  for (const path of queue) {
    for (const { target } of tree.get(path)?.imports ?? []) {
      if (!tree.has(target) || reached.has(target)) continue
      reached.add(target)
      queue.push(target)
    }
  }
  return reached
}

/** A lazy import or a worker is loaded later, and may look back. */
const TIES: ReadonlySet<Import['kind']> = new Set(['static', 'type'])

/** Groups of files that cannot be read without each other, types included (Tarjan). */
export function cycles(tree: Tree): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []

  const visit = (path: string): number => {
    const mine = index.size
    index.set(path, mine)
    low.set(path, mine)
    stack.push(path)
    for (const { target, kind } of tree.get(path)?.imports ?? []) {
      if (!TIES.has(kind) || !tree.has(target)) continue
      const seen = index.get(target)
      if (seen === undefined) low.set(path, Math.min(low.get(path) ?? mine, visit(target)))
      else if (stack.includes(target)) low.set(path, Math.min(low.get(path) ?? mine, seen))
    }
    if (low.get(path) === mine) {
      const group = stack.splice(stack.indexOf(path))
      if (group.length > 1) found.push(group.sort())
    }
    return low.get(path) ?? mine
  }
  for (const path of tree.keys()) if (!index.has(path)) visit(path)
  return found
}
