import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REFUSED, SUCCESS } from '#wire/envelope.ts'
import type { Site } from './host.ts'
import { REQUEST_ID } from './request-id.ts'
import { API_HEADERS } from './security.ts'

/** A schema of the document, as far as contracts use the words of JSON Schema. */
export type ApiSchema = {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly ApiSchema[]
  oneOf?: readonly ApiSchema[]
  items?: ApiSchema | false
  prefixItems?: readonly ApiSchema[]
  properties?: Readonly<Record<string, ApiSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | ApiSchema
  pattern?: string
  format?: string
  description?: string
  $ref?: string
}
type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: ApiSchema
  description?: string
  example?: string
}
type Content = Readonly<
  Record<string, { schema: ApiSchema; examples?: Readonly<Record<string, { value: unknown }>> }>
>
export type ApiOperation = {
  operationId: string
  security?: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description: string; content?: Content }>>
}
/** The part of an OpenAPI document that the page shows. */
export type ApiDocument = {
  info: { title: string; version: string; description: string }
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  components: {
    parameters: Readonly<Record<string, Parameter>>
    securitySchemes: Readonly<Record<string, { 'x-rejections'?: readonly string[] }>>
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A schema as a type of TypeScript; behind a text stands its pattern. */
export function typeOf(schema: ApiSchema, indent = ''): string {
  const inner = `${indent}  `
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return [...new Set(either.map((one) => typeOf(one, indent)))].join(' | ')
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.prefixItems !== undefined)
    return `[${schema.prefixItems.map((one) => typeOf(one, indent)).join(', ')}]`
  if (schema.items) return `Array<${typeOf(schema.items, indent)}>`
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) =>
        `${inner}${name}${schema.required?.includes(name) === true ? '' : '?'}: ${typeOf(field, inner)}`,
    )
    return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`
  const type = [schema.type ?? 'unknown'].flat().join(' | ')
  return schema.pattern === undefined ? type : `${type} /${schema.pattern}/`
}

const ACCESS: Readonly<Record<string, string>> = {
  token: 'member',
  operator: 'operator',
  firmKey: 'key of the firm',
}
const accessOf = ({ security }: ApiOperation): string =>
  security === undefined ? 'public' : (ACCESS[Object.keys(security[0]!)[0]!] ?? 'member')

/** The envelopes of an answer: of a success, and of a refusal by a rule. */
function envelopesOf({ responses }: ApiOperation): readonly ApiSchema[] {
  const schema = responses['200']?.content?.['application/json']?.schema
  return schema === undefined ? [] : (schema.oneOf ?? [schema])
}
const dataOf = (operation: ApiOperation, code: number): ApiSchema | undefined =>
  envelopesOf(operation).find(({ properties }) => properties?.['code']?.const === code)?.properties?.['data']

const code = (schema: ApiSchema): string => `<pre>${escaped(typeOf(schema))}</pre>`

/** A request and its answers, where the document has them. */
function exampleHtml(
  method: string,
  path: string,
  { parameters = [], requestBody, responses }: ApiOperation,
): string {
  const { done, refused } = responses['200']?.content?.['application/json']?.examples ?? {}
  if (done === undefined) return ''
  const given = parameters.flatMap((one) => ('$ref' in one || one.example === undefined ? [] : [one]))
  const query = given.filter((one) => one.in === 'query').map(({ name, example }) => `${name}=${example}`)
  const address = given
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, example!), `/api${path}`)
  const request = requestBody?.content['application/json']?.examples?.['request']
  const lines = [
    `${method.toUpperCase()} ${address}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    ...[request, done, refused].flatMap((one) => (one ? [JSON.stringify(one.value, null, 2)] : [])),
  ]
  return `<p>Example</p>${lines.map((line) => `<pre>${escaped(line)}</pre>`).join('')}`
}

function operationHtml(method: string, path: string, operation: ApiOperation, document: ApiDocument): string {
  const { operationId, parameters = [], requestBody } = operation
  const rows = parameters
    .map((one) => ('$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one))
    .map(
      ({ name, in: where, required, schema }) =>
        `<tr><td>${escaped(name)}</td><td>${where}</td><td>${required === true ? 'yes' : ''}</td><td><code>${escaped(typeOf(schema))}</code></td></tr>`,
    )
  const body = Object.entries(requestBody?.content ?? {})
  const data = dataOf(operation, SUCCESS)
  const rejection = dataOf(operation, REFUSED)?.properties?.['rejection']
  return [
    `<details id="${escaped(operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> ${escaped(operationId)} (${accessOf(operation)})</summary>`,
    `<table><tr><th>Parameter</th><th>In</th><th>Required</th><th>Type</th></tr>${rows.join('')}</table>`,
    ...body.map(([type, { schema }]) => `<p>Body, ${escaped(type)}</p>${code(schema)}`),
    ...(data === undefined ? [] : [`<p><code>data</code></p>${code(data)}`]),
    ...(rejection === undefined ? [] : [`<p><code>data.rejection</code></p>${code(rejection)}`]),
    exampleHtml(method, path, operation),
    '</details>',
  ].join('\n')
}

/**
 * The OpenAPI document as a page for people, by the first word of its addresses. Plain HTML: no script and no
 * style has to be allowed for it.
 */
export function apiPage(document: ApiDocument, address: string): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (method === 'servers') continue
      const group = path.split('/')[1]!
      groups.set(group, [...(groups.get(group) ?? []), operationHtml(method, path, operation, document)])
    }
  const { title, version, description } = document.info
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} API ${escaped(version)}</title></head><body>`,
    `<h1>${escaped(title)} API ${escaped(version)}</h1><p>${escaped(description)}</p>`,
    `<p>For programs: <a href="${escaped(address)}">openapi.json</a>. A question mark stands behind what may be left out.</p>`,
    ...[...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([group, operations]) => [`<h2>${escaped(group)}</h2>`, ...operations]),
    '</body></html>',
  ].join('\n')
}

export type DocumentSite = Exclude<Site, 'both'>

/** Paths of the documents: where one host serves both, the member's lists no operator's route. */
const DOCUMENTS = { app: '/api', console: '/api/console' } as const

/**
 * The OpenAPI document of each site, for programs and for people: made when it is first asked for, and served
 * as it is, without an envelope. At the console's own host the first path leads to the console's too.
 */
export function serveDocument(
  app: FastifyInstance,
  siteOf: (incoming: FastifyRequest) => Site,
  document: (site: DocumentSite) => object,
): void {
  const made = new Map<string, Buffer>()
  const serve = (
    at: keyof typeof DOCUMENTS,
    name: string,
    type: string,
    make: (site: DocumentSite) => string,
  ) =>
    app.get(
      `${DOCUMENTS[at]}/${name}`,
      at === 'console' ? { config: { site: at } } : {},
      (incoming, reply) => {
        const site = at === 'console' || siteOf(incoming) === 'console' ? 'console' : 'app'
        const known = made.get(`${name} ${site}`) ?? Buffer.from(make(site))
        made.set(`${name} ${site}`, known)
        sendAs(reply, type, known)
      },
    )
  for (const at of ['app', 'console'] as const) {
    serve(at, 'openapi.json', 'application/json; charset=utf-8', (site) => JSON.stringify(document(site)))
    serve(at, 'docs', 'text/html; charset=utf-8', (site) =>
      apiPage(document(site) as ApiDocument, `${DOCUMENTS[site]}/openapi.json`),
    )
  }
}

function sendAs(reply: FastifyReply, type: string, body: Buffer): void {
  reply.hijack()
  reply.raw.writeHead(200, [
    ...API_HEADERS.map((text) => (text.startsWith('application/json') ? type : text)),
    REQUEST_ID,
    reply.request.id,
    'content-length',
    String(body.byteLength),
  ])
  reply.raw.end(body)
}
