import * as z from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { op } from '#wire/system.ts'
import { atConsole } from './manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'

type Operation = {
  operationId: string
  security?: unknown[]
  parameters: (
    | { $ref: string }
    | { name: string; in: string; required: boolean; schema: object; example?: string }
  )[]
  requestBody?: {
    content: Record<
      string,
      {
        schema: { properties: Record<string, object>; additionalProperties: boolean }
        examples?: Record<string, { value: unknown }>
      }
    >
  }
  responses: Record<
    string,
    {
      description: string
      content: {
        'application/json': {
          schema: Parameters<typeof z.fromJSONSchema>[0]
          examples?: Record<string, { value: { code: number; msg: string; data: Record<string, unknown> } }>
        }
      }
    }
  >
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

let app: TestApp
/** Of the member's routes and of the console's, and both in one. */
let members: Document
let operators: Document
let document: Document
const read = async (path: string) =>
  (await (await fetch(`http://localhost:${app.port}${path}`)).json()) as Document
beforeAll(async () => {
  app = await startTestApp()
  members = await read('/api/openapi.json')
  operators = await read('/api/console/openapi.json')
  document = {
    ...members,
    paths: { ...operators.paths, ...members.paths },
    components: {
      ...members.components,
      securitySchemes: { ...members.components.securitySchemes, ...operators.components.securitySchemes },
    },
  }
}, 60_000)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  it('has every route once, and says what each needs', () => {
    expect(document.openapi).toBe('3.1.0')
    const routes = app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route)
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(routes.map((route) => route.name)))
    for (const { path, method, operation } of operations()) {
      const inPath = operation.parameters.flatMap((parameter) =>
        'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
      )
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
      expect(operation.requestBody === undefined || method === 'post').toBe(true)
      for (const status of ['200', '400', '429', '500', '503'])
        expect(operation.responses).toHaveProperty(status)
    }
  })

  it('of members lists no route, word or login of operators, and theirs none of the members’', () => {
    expect(Object.keys(members.paths).filter((path) => path.startsWith('/console'))).toEqual([])
    expect(Object.keys(members.components.securitySchemes!)).toEqual(['token', 'apiKey'])
    expect(JSON.stringify(members.paths)).not.toContain('"security":[{"operator"')
    expect(Object.keys(operators.paths)).not.toContain('/orders')
    expect(Object.keys(operators.paths)).not.toContain('/upload')
    expect(Object.keys(operators.paths).filter((path) => path.startsWith('/console')).length).toBeGreaterThan(
      50,
    )
  })

  it('of operators is public: the same for whoever asks, of routes that answer nobody without a session', async () => {
    const answer = await fetch(`http://localhost:${app.port}/api/console/openapi.json`)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    const closed = Object.entries(operators.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        /"(operator|firmKey)"/.test(JSON.stringify(security ?? [])) ? [[method, path] as const] : [],
      ),
    )
    expect(closed.length).toBeGreaterThan(50)
    const opened: string[] = []
    for (const [method, path] of closed) {
      const at = `http://localhost:${app.port}/api${path.replaceAll(/\{\w+\}/g, 'x')}`
      const { status } = await fetch(at, {
        method: method.toUpperCase(),
        ...(method === 'post' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      })
      if (status !== 401) opened.push(`${method} ${path}: ${status}`)
    }
    expect(opened).toEqual([])
  })

  it('is shown as a page for people, with every route', async () => {
    const pages = await Promise.all(
      ['/api/docs', '/api/console/docs'].map(async (path) =>
        (await fetch(`http://localhost:${app.port}${path}`)).text(),
      ),
    )
    expect(pages[1]).toContain('href="/api/console/openapi.json"')
    const shown = new Set(
      pages.flatMap((page) => [...page.matchAll(/<details id="(\w+)">/g)].map(([, name]) => name)),
    )
    expect([...shown].toSorted()).toEqual(
      operations()
        .map(({ operation }) => operation.operationId)
        .toSorted(),
    )
  })

  it('has the two routes for pictures, at the host root and as forms', () => {
    // Of this one path alone: the document's type has neither `servers` nor forms.
    const { servers, post } = document.paths['/upload'] as unknown as { servers: object[]; post: Operation }
    expect([servers, post.security]).toEqual([[{ url: '/' }], [{ token: [] }]])
    expect(Object.keys(post.requestBody!.content['multipart/form-data']!.schema.properties)).toEqual([
      'purpose',
      'file',
    ])
    expect(document.paths['/upload/{purpose}/{id}']).toMatchObject({
      get: { operationId: 'showUpload', responses: { 200: { content: { 'image/jpeg': {} } } } },
    })
  })

  it('points at nothing that is not there', () => {
    for (const [, path] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      expect(
        path!.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document),
      ).toBeDefined()
    }
  })

  it('describes the order as it is taken', () => {
    const { operation } = operations().find((each) => each.operation.operationId === 'placeOrder')!
    const { schema } = operation.requestBody!.content['application/json']!
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['code', 'side', 'type', 'quantity', 'price', 'leverage']),
    )
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/key' })
    expect(operation.security).toEqual([{ token: [] }, { apiKey: ['trade'] }])
    expect(JSON.stringify(operation.responses['200'])).toContain('INSUFFICIENT_BUYING_POWER')
  })

  it('has an example of each route that is open to keys, which its contract takes whole', async () => {
    const routes = app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route)
    const open = [...routes, op].filter(({ apiKey }) => apiKey !== undefined)
    expect(open.length).toBeGreaterThan(17)
    for (const route of open) {
      const { operation } = operations().find((each) => each.operation.operationId === route.name)!
      const examples = operation.responses['200']!.content['application/json'].examples!
      const given = (where: string) =>
        Object.fromEntries(
          operation.parameters.flatMap((one) =>
            'in' in one && one.in === where && one.example !== undefined ? [[one.name, one.example]] : [],
          ),
        )
      const request = operation.requestBody?.content['application/json']!.examples?.['request']?.value
      const parts: [schema: { parse(value: unknown): unknown } | undefined, value: unknown][] = [
        [route.input, request],
        [route.params, given('path')],
        [route.query, given('query')],
        [route.output, examples['done']!.value.data],
      ]
      for (const [schema, value] of parts)
        if (schema === undefined) expect([undefined, {}]).toContainEqual(value)
        else expect([route.name, schema.parse(value)]).toEqual([route.name, value])
      expect(examples['done']!.value).toMatchObject({ code: 1, msg: 'Request Success' })
      // The schema that programs are given says the same as the contract.
      const schema = z.fromJSONSchema(operation.responses['200']!.content['application/json'].schema)
      for (const { value } of Object.values(examples)) expect(schema.safeParse(value).error).toBeUndefined()
      expect([route.name, examples['refused'] === undefined]).toEqual([
        route.name,
        (route.rejections ?? []).length === 0,
      ])
      if (examples['refused'] === undefined) continue
      const { code, msg, data } = examples['refused'].value
      expect([route.name, code, route.rejections]).toEqual([
        route.name,
        2,
        expect.arrayContaining([data.rejection]),
      ])
      expect(msg).not.toMatch(/rejection\.|[{}]/)
    }
    const page = await (await fetch(`http://localhost:${app.port}/api/docs`)).text()
    expect(page.match(/<p>Example<\/p>/g)).toHaveLength(open.length)
  })

  it('is what really comes', async () => {
    const { token, userId } = await app.enrol('090-6666-0001')
    const [code] = await app.affordable(1)
    const calls: [name: string, method: string, path: string, body?: unknown][] = [
      ['health', 'GET', '/api/health'],
      ['listStocks', 'GET', '/api/stocks?limit=3&sort=turnover'],
      ['getStock', 'GET', `/api/stocks/${code}`],
      ['getBars', 'GET', `/api/stocks/${code}/bars?interval=1d&limit=5`],
      ['getDepth', 'GET', `/api/stocks/${code}/depth`],
      ['getTrades', 'GET', `/api/stocks/${code}/trades`],
      ['getMarket', 'GET', '/api/market'],
      ['getHome', 'GET', '/api/home'],
      ['getUserInfo', 'GET', `/api/index/getUserInfo?user_id=${userId}`],
      ['getWithdrawal', 'GET', `/api/index/withdrawal?user_id=${userId}`],
      ['getRechargeUrl', 'GET', '/api/index/getCzhiurl'],
      ['placeOrder', 'POST', '/api/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }],
      ['placeOrder', 'POST', '/api/orders', { code, side: 'up', type: 'market', quantity: 150, leverage: 1 }],
      ['listOrders', 'GET', '/api/orders'],
      ['listLots', 'GET', '/api/lots'],
      ['getAccount', 'GET', '/api/account'],
      ['getAccountLog', 'GET', '/api/account/log'],
      ['listMessages', 'GET', '/api/messages'],
      ['socketTicket', 'POST', '/api/socket-ticket', {}],
      ['op', 'GET', `/api/ops/${newKey()}`],
      ['login', 'POST', '/api/auth/login', { account: 'nobody', password: 'nothing' }],
    ]
    for (const [name, method, path, body] of calls) {
      const {
        status,
        headers: _,
        ...envelope
      } = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) })
      expect([name, status]).toEqual([name, 200])
      const { operation } = operations().find((each) => each.operation.operationId === name)!
      const found = z
        .fromJSONSchema(operation.responses['200']!.content['application/json'].schema)
        .safeParse(envelope)
      expect([name, found.error?.issues ?? []]).toEqual([name, []])
    }
    const desk = await atConsole(app, 'demo-administrator-1')
    const consoleAct = z.fromJSONSchema(
      operations().find((each) => each.operation.operationId === 'consoleAct')!.operation.responses['200']!
        .content['application/json'].schema,
    )
    for (const [power, subject, body, rejection] of [
      ['fees.set', 'x', {}, 'SCHEDULE_FORM'],
      ['operator.role', 'demo-administrator-1', { role: 'auditor' }, 'OWN_CASE'],
    ] as const) {
      const { status: _, headers: __, ...envelope } = await desk.act(power, subject, { body })
      expect([consoleAct.safeParse(envelope).error?.issues ?? [], envelope]).toMatchObject([
        [],
        { data: { rejection } },
      ])
    }
    const failure = z.fromJSONSchema(
      document.components.schemas!.Failure as Parameters<typeof z.fromJSONSchema>[0],
    )
    for (const path of ['/api/none', '/api/account?x=1']) {
      const { status: _, headers: __, ...envelope } = await app.call('GET', path)
      expect(failure.safeParse(envelope).success).toBe(true)
    }
  })
})
