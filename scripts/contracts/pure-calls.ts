import { begins, isNode, type Node } from './without-schemas.ts'

const PURE = '/* @__PURE__ */ '
/** Objects whose calls only describe. */
const DESCRIBING = new Map([
  ['zod/mini', 'z'],
  ['#wire/route.ts', 'route'],
])

/**
 * `code` with the calls of `z` and `route` that a module makes as it loads marked as free of effects, where
 * the names are imported ones; `parsed` is the tree of `code`.
 */
export function pureCalls(code: string, parsed: object): string {
  const tree = parsed as Node
  const names = new Set<string | null>(imported(tree))
  const starts: number[] = []
  function walk(node: Node): void {
    if (node.type.includes('Function')) return
    if (node.type === 'CallExpression' && names.has(begins(node))) starts.push(node.start)
    else Object.values(node).flat().filter(isNode).forEach(walk)
  }
  walk(tree)
  return starts
    .toSorted((a, b) => b - a)
    .reduce((marked, at) => marked.slice(0, at) + PURE + marked.slice(at), code)
}

const imported = (tree: Node): string[] =>
  (tree['body'] as Node[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .map((node) => DESCRIBING.get(String((node['source'] as Node)['value'])))
    .filter((name) => name !== undefined)
