import { cookieName } from './console-session.ts'
import * as z from 'zod/mini'
import { REFUSED, STATUS, SUCCESS } from '#wire/envelope.ts'
import type { Route } from '#wire/route.ts'
import { API_KEY_REFUSALS, OPERATOR_KEY_REFUSALS } from './api-key.ts'
import type { ShownExample } from './examples.ts'
import { LANGS } from '#i18n/lang.ts'
import type { Site } from './host.ts'
import { needsKey } from './key.ts'
import { API_KEY_HEADER, SIGNATURE_HEADER } from '#wire/signed.ts'
import type { Schema } from './parse.ts'
import { UPLOAD_PATH } from './upload-path.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of these routes, made from the same contracts that the server parses by.
 * `examples`: by the name of their route.
 */
export function openApiDocument(
  routes: readonly Route[],
  {
    version,
    demo,
    site = 'app',
    title = site === 'console' ? 'Akari console' : 'Akari',
    examples,
  }: {
    version: string
    demo: boolean
    site?: Site
    title?: string
    examples?: ReadonlyMap<string, ShownExample>
  },
): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    if (route.demoOnly && !demo) continue
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, examples?.get(route.name)),
    }
  }
  if (site !== 'console') Object.assign(paths, uploadPaths())
  const hasOperators = routes.some(({ access }) => access === 'operator')
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Simulated stock trading. Every answer is {code, msg, data}: code 1 is success, 2 a named refusal (HTTP 200), any other the HTTP status.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'From login or registration.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: API_KEY_HEADER,
          description: `The id of an API key. ${SIGNATURE_HEADER} is then required: over the method, the path with its query, the idempotency key and the body. Refusals of a key are in x-rejections.`,
          'x-rejections': [...API_KEY_REFUSALS],
        },
        ...(hasOperators && {
          operator: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(true, ''),
            description:
              'The console’s session, from signing in; `console-` and the port over plain HTTP. Each request says by Sec-Fetch-Site or Origin that it comes from the console itself.',
          },
          firmKey: {
            type: 'apiKey',
            in: 'header',
            name: API_KEY_HEADER,
            description: `The id of a key of the firm, which signs as an API key does: ${SIGNATURE_HEADER} over the method and the path with its query. It reads in its scopes and does nothing. Refusals of a key are in x-rejections.`,
            'x-rejections': [...OPERATOR_KEY_REFUSALS],
          },
        }),
      },
      parameters: {
        lang: {
          name: 'lang',
          in: 'query',
          required: false,
          description: 'Language of `msg` and names; `jp` is Japanese.',
          schema: { type: 'string', examples: ['jp', ...LANGS] },
        },
        key: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description:
            'A UUIDv7 made when the member confirms. The same key with the same body gets the same answer, with Idempotent-Replay: 1.',
          schema: { type: 'string', format: 'uuid' },
        },
        signature: {
          name: SIGNATURE_HEADER,
          in: 'header',
          required: false,
          description:
            "Where the session has a device key: milliseconds, a dot, and the key's ECDSA signature (r || s, base64url) over the command's digest.",
          schema: { type: 'string' },
        },
      },
      schemas: { Failure: envelopeOf({ type: 'integer' }, { description: 'Fields, a reference, or null.' }) },
    },
  }
}

/**
 * Pictures go to the host root, as forms, and come back as files (specification, chapter 7): no contract
 * parses them, so they are written down here.
 */
function uploadPaths(): Record<string, Json> {
  const servers = [{ url: '/' }]
  const [text, picture] = [{ type: 'string' }, { type: 'string', format: 'binary' }]
  const purpose = { ...text, examples: ['identity-front', 'identity-back', 'passbook', 'chat'] }
  const form = {
    type: 'object',
    required: ['purpose', 'file'],
    additionalProperties: false,
    properties: { purpose, file: picture },
  }
  const route: Route = {
    name: 'upload',
    method: 'POST',
    path: UPLOAD_PATH,
    access: 'member',
    output: z.object({ id: z.string() }),
  }
  const { [STATUS.keyReused]: _, ...failures } = responsesOf(route, true)
  const refused = {
    type: 'object',
    required: ['rejection', 'detail'],
    properties: {
      rejection: { ...text, examples: ['UPLOAD_KIND', 'UPLOAD_SIZE', 'UPLOAD_BROKEN', 'UPLOAD_LIMIT'] },
    },
  }
  const taken = {
    oneOf: [
      envelopeOf({ const: SUCCESS }, schemaOf(route.output, 'output')),
      envelopeOf({ const: REFUSED }, refused),
    ],
  }
  const both = { security: [{ token: [] }] }
  const lang = { $ref: '#/components/parameters/lang' }
  return {
    [UPLOAD_PATH]: {
      servers,
      post: {
        ...both,
        operationId: 'upload',
        parameters: [lang],
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        responses: {
          ...failures,
          200: {
            description: `Taken (code ${SUCCESS}), or refused by a rule (code ${REFUSED}).`,
            content: content(taken),
          },
        },
      },
    },
    [`${UPLOAD_PATH}/{purpose}/{id}`]: {
      servers,
      get: {
        ...both,
        operationId: 'showUpload',
        parameters: [
          lang,
          ...['purpose', 'id'].map((name) => ({ name, in: 'path', required: true, schema: text })),
        ],
        responses: {
          ...failures,
          200: {
            description: 'The picture, for whom it belongs to.',
            content: { 'image/jpeg': { schema: picture } },
          },
          [STATUS.notFound]: {
            ...(failures[STATUS.malformed] as Json),
            description: 'There is no such picture of the caller’s.',
          },
        },
      },
    },
  }
}

function operationOf(route: Route, example?: ShownExample): Json {
  const member = route.access !== 'public'
  return {
    operationId: route.name,
    ...(member ? { security: securityOf(route) } : {}),
    parameters: [
      { $ref: '#/components/parameters/lang' },
      ...(needsKey(route) ? [{ $ref: '#/components/parameters/key' }] : []),
      ...(route.signed === undefined && route.apiKey === undefined && route.operatorKey === undefined
        ? []
        : [{ $ref: '#/components/parameters/signature' }]),
      ...fieldsOf(route.params, example?.params).map((field) => ({ ...field, in: 'path', required: true })),
      ...fieldsOf(route.query, example?.query).map((field) => ({ ...field, in: 'query' })),
    ],
    ...(route.input === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: content(
              schemaOf(route.input, 'input'),
              example?.input === undefined ? undefined : { request: example.input },
            ),
          },
        }),
    responses: responsesOf(route, member, example),
  }
}

/** The ways to say who asks; of an API key with its scope. */
const securityOf = ({ access, apiKey, operatorKey, roles }: Route): Json[] =>
  access === 'operator'
    ? [
        ...(roles?.length === 0 ? [] : [{ operator: [] }]),
        ...(operatorKey === undefined ? [] : [{ firmKey: [operatorKey] }]),
      ]
    : [{ token: [] }, ...(apiKey === undefined ? [] : [{ apiKey: [apiKey] }])]

function responsesOf(route: Route, member: boolean, example?: ShownExample): Json {
  const failure = (description: string) => ({
    description,
    content: content({ $ref: '#/components/schemas/Failure' }),
  })
  const success = envelopeOf({ const: SUCCESS }, schemaOf(route.output, 'output'))
  const rejections = route.rejections ?? []
  const answers =
    rejections.length === 0
      ? success
      : { oneOf: [success, envelopeOf({ const: REFUSED }, refusalOf(rejectionOf(route)))] }
  return {
    200: {
      description:
        rejections.length === 0 ? 'Done.' : `Done (code ${SUCCESS}), or refused by a rule (code ${REFUSED}).`,
      content: content(
        answers,
        example && { done: example.done, ...(example.refused && { refused: example.refused }) },
      ),
    },
    [STATUS.malformed]: failure('Malformed: `data.fields` says where.'),
    ...(member
      ? {
          [STATUS.unauthorized]: failure('No session, or it is over.'),
          [STATUS.forbidden]: failure("Not the caller's own."),
        }
      : {}),
    ...(route.params === undefined ? {} : { [STATUS.notFound]: failure('There is no such thing.') }),
    ...(needsKey(route) ? { [STATUS.keyReused]: failure('The same key came with another body.') } : {}),
    [STATUS.tooMany]: failure('A limit is reached; see Retry-After.'),
    [STATUS.bug]: failure('A bug; `data.reference` finds it in the log.'),
    [STATUS.unavailable]: failure('Busy, or something is away; see Retry-After.'),
  }
}

/**
 * Rejections of a route, as a schema. Behind a power that is asked for, the module that carries it out has
 * codes of its own; they stand in its README.
 */
function rejectionOf({ rejections = [], power }: Route): Json {
  const listed = { type: 'string', enum: [...rejections] }
  return power === 'asked'
    ? {
        anyOf: [
          listed,
          {
            type: 'string',
            pattern: '^[A-Z][A-Z0-9_]*$',
            description: 'A refusal of the module that carries the power out.',
          },
        ],
      }
    : listed
}

const refusalOf = (rejection: Json): Json => ({
  type: 'object',
  required: ['rejection', 'detail'],
  properties: { rejection, detail: { type: 'object', additionalProperties: { type: ['number', 'string'] } } },
})

const envelopeOf = (code: Json, data: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code, msg: { type: 'string' }, data },
})

const content = (schema: Json, examples?: Json): Json => ({
  'application/json': {
    schema,
    ...(examples && {
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  },
})

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

/** The fields of a flat object, as parameters. */
function fieldsOf(
  schema: Schema | undefined,
  examples: Readonly<Record<string, string>> = {},
): { name: string; required: boolean; schema: unknown; example?: string }[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    required: required.includes(name),
    schema: of,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
}
