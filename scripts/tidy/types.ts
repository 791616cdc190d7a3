import { isTest, lineAt, type Source } from './source.ts'

type Place = { file: string; line: number; what: string }

/** Code that turns the type-check off, and how often it may stand in all files together. */
const MOST = 9
const LOOSE: readonly [name: string, pattern: RegExp][] = [
  ['any', /(?<=(?:[:<|=,&]|\bas|\bextends)\s*)\bany\b(?!\s*[:(=.])/g],
  ['as unknown as', /\bas unknown as\b/g],
]

/** Every `any` and `as unknown as` has its reason in a comment beside it, and there are few. */
export function looseTypes(sources: Iterable<Source>): Place[] {
  const all = [...sources]
  return LOOSE.flatMap(([name, pattern]) => {
    const uses = all.flatMap((source) =>
      [...source.code.matchAll(pattern)].map(({ index }) => ({ source, line: lineAt(source.code, index) })),
    )
    return uses.flatMap(({ source, line }, n) => {
      const at = { file: source.path, line }
      return [
        ...(hasComment(source, line)
          ? []
          : [{ ...at, what: `${name} without its reason in a comment beside it` }]),
        ...(n < MOST
          ? []
          : [{ ...at, what: `${name} stands more than ${MOST} times in all: give it a type` }]),
      ]
    })
  })
}

/** A comment on this line, or one that ends on the line above. */
const hasComment = ({ text, comments }: Source, line: number): boolean =>
  comments.some(({ index, text: comment }) => {
    const last = lineAt(text, index + comment.length)
    return last === line || last === line - 1
  })

/**
 * Types that the glossary's words stand for. Side, level and role have a meaning of their own in some
 * modules.
 */
const GLOSSARY = new Set([
  'Yen',
  'PriceTenths',
  'PriceYen',
  'Quantity',
  'BasisPoints',
  'PartsPerMillion',
  'Ms',
  'DateJst',
  'MemberId',
  'OrderId',
  'LotId',
  'Order',
  'OrderStatus',
  'OrdStatus',
  'Lot',
  'Instrument',
  'ListingStatus',
  'Power',
  'Refusal',
  'NondeterministicInputs',
])

/** A word of the glossary has one type: a second declaration drifts from the first. */
export function glossaryTypes(sources: Iterable<Source>): Place[] {
  const first = new Map<string, string>()
  const found: Place[] = []
  for (const { path, code } of sources) {
    if (!path.startsWith('src/') || isTest(path)) continue
    for (const { 1: name, index } of code.matchAll(
      /\bexport (?:type|interface|class|enum) (\w+)(?=\s*[=<{]| extends)/g,
    )) {
      if (!GLOSSARY.has(name!)) continue
      const other = first.get(name!)
      if (other === undefined) first.set(name!, path)
      else
        found.push({
          file: path,
          line: lineAt(code, index),
          what: `${name} is declared in ${other}: import it`,
        })
    }
  }
  return found
}
