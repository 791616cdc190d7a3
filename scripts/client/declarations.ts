import { REFUSED, SUCCESS } from '#wire/envelope.ts'
import type { ApiDocument, ApiOperation, ApiSchema } from '#platform/http/api-page.ts'
import type { Operation } from './runtime.ts'
import { typeText } from './types.ts'

/** An operation of the document that is open to API keys, with where it is. */
export type KeyOperation = {
  name: string
  method: 'get' | 'post'
  path: string
  of: ApiOperation
  scope: string
}

/** The kinds of keys, by the name of their scheme in the document. */
export type KeyScheme = 'apiKey' | 'firmKey'

/** Operations that a key of a kind may call, in the order of the document. */
export const keyOperations = ({ paths }: ApiDocument, scheme: KeyScheme): KeyOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, of]) => {
      const [scope] = (of.security ?? []).flatMap(({ [scheme]: scopes }) => scopes ?? [])
      return (method === 'get' || method === 'post') && scope !== undefined
        ? [{ name: of.operationId, method, path, of, scope }]
        : []
    }),
  )

/** The part of each operation that the client needs at run time. */
export const operationTable = (operations: readonly KeyOperation[]): Record<string, Operation> =>
  Object.fromEntries(
    operations.map(({ name, method, path, of }) => [
      name,
      {
        method: method === 'get' ? 'GET' : 'POST',
        path: `/api${path}`,
        keyed: (of.parameters ?? []).some((one) => '$ref' in one && one.$ref === KEY_PARAMETER),
      },
    ]),
  )
const KEY_PARAMETER = '#/components/parameters/key'

const JSON_TYPE = 'application/json'

function dataSchema({ responses }: ApiOperation, code: number): ApiSchema | undefined {
  const schema = responses['200']?.content?.[JSON_TYPE]?.schema
  return [...(schema?.oneOf ?? (schema ? [schema] : []))].find(
    ({ properties }) => properties?.['code']?.const === code,
  )?.properties?.['data']
}

/** `{ id: string }` of the parameters of a place; null where it has none. */
function parametersText({ parameters = [] }: ApiOperation, where: string): string | null {
  const fields = parameters.flatMap((one) => ('in' in one && one.in === where ? [one] : []))
  if (fields.length === 0) return null
  return typeText(
    {
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.flatMap(({ name, required }) => (required === true ? [name] : [])),
    },
    '  ',
  )
}

function declarationOf({ name, of, scope, method, path }: KeyOperation): { types: string; method: string } {
  const Name = name[0]!.toUpperCase() + name.slice(1)
  const [params, query] = [parametersText(of, 'path'), parametersText(of, 'query')]
  const body = of.requestBody?.content[JSON_TYPE]?.schema
  const request = [
    ...(params === null ? [] : [`  params: ${params}`]),
    ...(query === null ? [] : [`  query?: ${query}`]),
    ...(body === undefined ? [] : [`  body: ${typeText(body, '  ')}`]),
    ...(method === 'post'
      ? ['  /** Of a write that was sent before; left out: a new one. */\n  key?: string']
      : []),
  ]
  const rejections = dataSchema(of, REFUSED)?.properties?.['rejection'] ?? { enum: [] }
  const isFree = params === null && body === undefined
  return {
    types: [
      `export type ${Name}Request = ${request.length === 0 ? 'Record<string, never>' : `{\n${request.join('\n')}\n}`}`,
      `export type ${Name}Data = ${typeText(dataSchema(of, SUCCESS) ?? {})}`,
      `export type ${Name}Rejection = ${typeText(rejections) || 'never'}`,
    ].join('\n'),
    method:
      `  /** \`${method.toUpperCase()} /api${path}\`, by a key of ${scopeText(scope)}. */\n` +
      `  ${name}(request${isFree ? '?' : ''}: ${Name}Request): Promise<Answer<${Name}Data, ${Name}Rejection>>`,
  }
}

const scopeText = (scope: string): string =>
  scope === 'any' ? 'any scope' : `the scope ${scope}${scope === 'read' ? ' or trade' : ''}`

/** The declarations of the client: of each operation its request, its data and the names of its refusals. */
export function declarations({
  document,
  head,
  scheme,
}: {
  document: ApiDocument
  head: string
  scheme: KeyScheme
}): string {
  const operations = keyOperations(document, scheme).map(declarationOf)
  const ofKeys = document.components.securitySchemes[scheme]!['x-rejections']!
  return [
    head,
    `/** Refusals of a key, whatever it asks for. */\nexport type KeyRejection = ${typeText({ enum: ofKeys })}`,
    ...operations.map(({ types }) => types),
    `export type AkariClient = {\n${operations.map(({ method }) => method).join('\n')}\n}`,
    'export declare function connect(options: Options): Promise<AkariClient>',
    '',
  ].join('\n\n')
}
