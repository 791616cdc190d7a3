import type { Route } from '#wire/route.ts'

/** Routes that answer to the same name or address, and references of the document that lead nowhere. */
export function documentProblems(routes: readonly Route[], document: unknown): string[] {
  const names = routes.map(({ name }) => name)
  const addresses = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  const dangling = referencesOf(document).filter((reference) => lookUp(document, reference) === undefined)
  return [
    ...repeated(names).map((name) => `two routes are called ${name}`),
    ...repeated(addresses).map((address) => `two routes answer ${address}`),
    ...dangling.map((reference) => `${reference} is not in the OpenAPI document`),
  ]
}

const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, i) => words.indexOf(word) !== i)),
]

const referencesOf = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) =>
        key === '$ref' && typeof value === 'string' ? [value] : referencesOf(value),
      )
    : []

/** `#/components/schemas/Failure`. */
const lookUp = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
