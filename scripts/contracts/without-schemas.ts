/** The part of ESTree that is looked at. */
export type Node = { type: string; start: number; end: number; [member: string]: unknown }

/** Fields of a route for the server and its document alone. */
const FOR_THE_SERVER = new Set(['access', 'input', 'query', 'params', 'output', 'rejections'])

const TYPES = new Set([
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterInstantiation',
])
const SAID_WITH_A_TYPE = new Set(['TSAsExpression', 'TSSatisfiesExpression'])
/** Lines of comments, as this project writes them. */
const COMMENTS = /^\s*(\/\*|\*|\/\/).*$/gm

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const afterComma = (code: string, end: number): number => (code[end] === ',' ? end + 1 : end)

/** `z.string().check(…)` begins with `z`. */
export function begins(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return String(node['name'])
  return begins(node['callee'] ?? node['object'])
}

/**
 * A contract as the browser needs it: name, method, path, whether it is keyed and signed. The browser takes
 * answers as the server's word and knows their types; the schemas behind them would be a fifth of the first
 * load. Every schema becomes `undefined`, routes lose what only describes them, and imports go that nothing
 * names any more. `parsed` is the tree of `code`.
 */
export function withoutSchemas(code: string, parsed: object): string {
  const tree = parsed as Node
  const cuts: Cut[] = []
  /** Words of types alone: nothing of them is left when the code runs. */
  const types: Cut[] = []
  function walk(node: Node): void {
    if (TYPES.has(node.type)) types.push({ start: node.start, end: node.end, text: '' })
    const said = node['expression']
    if (SAID_WITH_A_TYPE.has(node.type) && isNode(said)) {
      types.push({ start: said.end, end: node.end, text: '' })
      return walk(said)
    }
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
    if (node.type === 'CallExpression' && begins(node) === 'z') {
      cuts.push({ start: node.start, end: node.end, text: 'undefined' })
      return
    }
    const [about] =
      node.type === 'CallExpression' && begins(node) === 'route' ? (node['arguments'] as Node[]) : []
    for (const property of (about?.['properties'] as Node[] | undefined) ?? []) {
      const key = property['key']
      if (isNode(key) && FOR_THE_SERVER.has(String(key['name'])))
        cuts.push({ start: property.start, end: afterComma(code, property.end), text: '' })
      else walk(property)
    }
    if (about !== undefined) return
    for (const member of Object.values(node))
      for (const child of Array.isArray(member) ? member : [member]) if (isNode(child)) walk(child)
  }
  walk(tree)
  // An import that only schemas and types named would bring its module, and all that it imports, into the
  // first load.
  const imports = ((tree['body'] ?? []) as Node[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .map((node) => ({ start: node.start, end: node.end, text: '', names: namesOf(node) }))
  const words = new Set(
    without(code, [...cuts, ...types, ...imports])
      .replaceAll(COMMENTS, '')
      .match(/[\w$]+/g),
  )
  return without(code, [
    ...cuts,
    ...imports.filter(({ names }) => names.length > 0 && !names.some((name) => words.has(name))),
  ])
}

type Cut = { start: number; end: number; text: string }

const namesOf = (declaration: Node): string[] =>
  (declaration['specifiers'] as Node[]).map(({ local }) => String((local as Node)['name']))

function without(code: string, cuts: readonly Cut[]): string {
  let text = ''
  let at = 0
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, cut.start) + cut.text
    at = cut.end
  }
  return text + code.slice(at)
}
