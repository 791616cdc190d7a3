import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import { addDays, DAY, dateJst, MINUTE, type DateJst } from '#kernel/time.ts'
import { OPERATOR_KEY_REFUSALS } from '#platform/http/api-key.ts'
import { LIMITS } from '#platform/limits.ts'
import { LANGS } from '#i18n/lang.ts'
import { readCatalogue } from '#i18n/catalogues.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type Answer, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { API_KEY_HEADER, askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'
import { OPERATOR_KEY_SCOPES, type OperatorKeyScope, type Route } from '#wire/route.ts'
import { LOOKS, NO_MEMBER } from '../model/looks.ts'
import { firmKeyId, noteFirmKeyUse } from './effects.ts'

let app: TestApp
let member: { token: string; userId: string }
let routes: Route[]
let depositId: string
const people: Record<string, AtConsole> = {}
const by = (id: string): AtConsole => people[id]!
const NAMES = ['administrator-1', 'administrator-2', 'auditor-1', 'auditor-2', 'treasurer-1', 'support-1']

type Pair = { publicKey: string; privateKey: KeyObject }
function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'), privateKey }
}
const today = (): DateJst => dateJst(app.context.clock.wall())
const termsOf = (pair: Pair, part: object = {}) => ({
  name: '会計',
  scopes: [...OPERATOR_KEY_SCOPES] as OperatorKeyScope[],
  networks: ['127.0.0.1/32'],
  publicKey: pair.publicKey,
  until: addDays(today(), 30) as string,
  ...part,
})
const said = (answer: Answer): string =>
  answer.code === 1 ? (answer.data.status ?? 'done') : (answer.data?.rejection ?? String(answer.status))
const signAt = (who: AtConsole, approvalId: string): Promise<Answer> =>
  app.call('POST', `/api/console/approvals/${approvalId}/sign`, { token: who.token, body: {} })

const request = (pair: Pair, part: object = {}, who = by('administrator-1')) =>
  who.act('firm-key.make', firmKeyId(pair.publicKey), { body: termsOf(pair, part) })
/** A key with both of its signatures. */
async function made(part: object = {}, owner = 'administrator-1'): Promise<Program> {
  const pair = newPair()
  const asked = await request(pair, part, by(owner))
  expect(said(await signAt(by('auditor-1'), asked.data.approvalId))).toBe('carried-out')
  return programOf(pair)
}

type Program = {
  id: string
  ask(path: string, more?: { at?: number; method?: string; headers?: object; body?: Json }): Promise<Answer>
}
function programOf({ publicKey, privateKey }: Pair): Program {
  const id = firmKeyId(publicKey)
  return {
    id,
    ask(path, { at = app.context.clock.machine(), method = 'GET', headers = {}, body } = {}) {
      const time = Math.floor(at)
      const bytes = commandBytes(
        { method, path, key: '', at: time },
        hash('sha256', askedFor(body), 'buffer'),
      )
      const signature = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return app.call(method, path, {
        headers: {
          [API_KEY_HEADER]: id,
          [SIGNATURE_HEADER]: `${time}.${signature.toString('base64url')}`,
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
    },
  }
}
const readsOf = async (): Promise<AnyJson[]> =>
  (await app.call('GET', '/api/operator-acts/reads?lang=en', { token: member.token })).data.reads
const listed = async (id: string): Promise<AnyJson> =>
  (await by('treasurer-1').get('/firm-keys')).keys.find((key: AnyJson) => key.id === id)

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: {
      ...LIMITS,
      lanes: { orders: free, cancels: free, writes: free },
      operatorKey: { reads: { perSecond: 1_000, burst: 1_000, perMinute: null } },
    },
  })
  member = await app.enrol('090-7979-0001')
  for (const id of NAMES) people[id] = await atConsole(app, `demo-${id}`)
  routes = app.modules.all.flatMap((module) => module.routes ?? []).map(({ route }) => route)
  await verifyByHand(app, member)
  const asked = await app.call('POST', '/api/deposits', {
    token: member.token,
    body: { amount: 30_000, method: 'bank' },
  })
  depositId = asked.data.id
  const [code] = (await app.affordable(1)) as [string]
  await app.call('POST', '/api/orders', {
    token: member.token,
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
  })
}, 120_000)

describe('the routes that keys of the firm may ask for', () => {
  it('are reads of the console, each with what members are told of it, and an example', () => {
    const open = routes.filter(({ operatorKey }) => operatorKey !== undefined)
    for (const { name, method, access, roles, path } of open) {
      expect([name, method, access]).toEqual([name, 'GET', 'operator'])
      // No key reads beyond an auditor; routes for keys alone have no role.
      expect([name, roles?.length === 0 || roles?.includes('auditor')]).toEqual([name, true])
      expect([name, /case|identity|picture|member|bank-account|chat|note/.test(path)]).toEqual([name, false])
    }
    expect([...open.map(({ name }) => name), 'getBackOfficeApi'].toSorted()).toEqual(
      [...Object.keys(LOOKS), ...NO_MEMBER].toSorted(),
    )
    const examples = app.modules.all.flatMap(({ examples: all = {} }) => Object.keys(all))
    expect(examples).toEqual(expect.arrayContaining(open.map(({ name }) => name)))
  })

  it('are the only ones: every other route refuses a key with all scopes, whatever its method', async () => {
    const key = await made()
    for (const route of routes.filter(({ operatorKey }) => operatorKey === undefined)) {
      if (route.access === 'public' || route.demoOnly) continue
      const path = `/api${route.path.replace(/\{\w+\}/g, '1')}`
      const answer = await key.ask(path, {
        method: route.method,
        ...(route.method === 'POST' ? { body: {} } : {}),
      })
      expect([route.name, said(answer)]).toEqual([
        route.name,
        route.access === 'operator' || route.apiKey === undefined ? 'API_KEY_ROUTE' : 'API_KEY_UNKNOWN',
      ])
    }
  })
})

describe('a key of the firm is made', () => {
  it('by an administrator and an auditor, who reads the terms; one person makes none', async () => {
    const pair = newPair()
    const asked = await request(pair)
    expect(said(asked)).toBe('open')
    const before = await programOf(pair).ask('/api/console/figures')
    expect(said(before)).toBe('API_KEY_UNKNOWN')
    expect(said(await signAt(by('administrator-1'), asked.data.approvalId))).not.toBe('carried-out')
    expect(said(await signAt(by('administrator-2'), asked.data.approvalId))).not.toBe('carried-out')
    expect(said(await signAt(by('treasurer-1'), asked.data.approvalId))).toBe('ROLE_MAY_NOT')
    const { facts } = await by('auditor-1').get(`/approvals/${asked.data.approvalId}?lang=en`)
    expect(facts.map(({ label, text }: AnyJson) => `${label}: ${text}`)).toEqual(
      expect.arrayContaining([
        'Name: 会計',
        'Allowed IP addresses: 127.0.0.1/32',
        expect.stringContaining('Scopes: Figures and daily closing, Deposits'),
      ]),
    )
    expect(said(await signAt(by('auditor-1'), asked.data.approvalId))).toBe('carried-out')
    expect(await listed(firmKeyId(pair.publicKey))).toMatchObject({
      state: 'active',
      owner: { role: 'administrator', number: 1 },
      usedAt: null,
    })
    expect((await programOf(pair).ask('/api/console/figures')).code).toBe(1)
    expect(said(await request(pair))).toBe('FIRM_KEY_TAKEN')
  })

  it.each([
    ['no role that may ask', {}, 'support-1', 'ROLE_MAY_NOT'],
    ['an auditor who asks', {}, 'auditor-1', 'NOT_YET_PREPARED'],
    ['the scope of an act', { scopes: ['figures', 'deposit.credit'] }, 'administrator-1', 'FIRM_KEY_SCOPES'],
    ['a member’s scope', { scopes: ['trade'] }, 'administrator-1', 'FIRM_KEY_SCOPES'],
    ['no address', { networks: [] }, 'administrator-1', 'FIRM_KEY_NETWORKS'],
    ['every address', { networks: ['0.0.0.0/0'] }, 'administrator-1', 'FIRM_KEY_NETWORK'],
    ['no end', { until: null }, 'administrator-1', 'BODY_INCOMPLETE'],
    ['an end in two years', { until: '2099-01-01' }, 'administrator-1', 'FIRM_KEY_UNTIL'],
  ])('not with %s', async (_, part, who, rejection) =>
    expect(said(await request(newPair(), part, by(who)))).toBe(rejection),
  )

  it('not under the name of another public key', async () => {
    const answer = await by('administrator-1').act('firm-key.make', firmKeyId(newPair().publicKey), {
      body: termsOf(newPair()),
    })
    expect(said(answer)).toBe('FIRM_KEY_PUBLIC_KEY')
  })
})

describe('a key of the firm reads', () => {
  it('in its scopes alone', async () => {
    const key = await made({ scopes: ['figures'] })
    expect((await key.ask('/api/console/figures')).code).toBe(1)
    expect((await key.ask('/api/console/back-office/key')).data).toMatchObject({
      id: key.id,
      scopes: ['figures'],
    })
    for (const path of ['/api/console/deposits', '/api/console/orders', '/api/console/ledger/entries'])
      expect([path, said(await key.ask(path))]).toEqual([path, 'API_KEY_NO_SCOPE'])
  })

  it('and each member whose data it reads is told, as of an operator’s look', async () => {
    const key = await made()
    const before = (await readsOf()).length
    const deposits = await key.ask('/api/console/deposits?view=waiting')
    expect(deposits.data.rows.map(({ id }: AnyJson) => id)).toContain(depositId)
    const { data: orders } = await key.ask('/api/console/orders')
    expect(orders.rows[0]).toMatchObject({ memberId: member.userId, quantity: 100 })
    const { data: entries } = await key.ask('/api/console/ledger/entries?form=hledger')
    expect(entries.rows.length).toBeGreaterThan(0)
    expect(entries.text).toContain('commodity 1000. JPY')
    const reads = await readsOf()
    expect(reads).toHaveLength(before + 3)
    expect(reads.slice(0, 3).map(({ what, role, number }) => [what, role, number])).toEqual([
      ['Ledger of the account, read by a program of the firm', 'administrator', 1],
      ['Orders and executions, read by a program of the firm', 'administrator', 1],
      ['Deposits and withdrawals, read by a program of the firm', 'administrator', 1],
    ])
    // No name, no contact, no account of a bank.
    expect(JSON.stringify([deposits.data, orders, entries])).not.toMatch(/090-7979|@/)
    await key.ask('/api/console/reconciliation/sums')
    expect(await readsOf()).toHaveLength(before + 3)
  })

  it('goes through the ledger whole, page by page', async () => {
    const key = await made({ scopes: ['ledger'] })
    const seen: string[] = []
    for (let from: string | null = '0'; from !== null;) {
      const page: AnyJson = (await key.ask(`/api/console/ledger/entries?from=${from}`)).data
      seen.push(...page.rows.map(({ id }: AnyJson) => id))
      from = page.next
    }
    const { rows } = await app.context.db.pool.query('select seq, n from transfers order by seq, n')
    expect(seen).toEqual(rows.map(({ seq, n }) => `${seq}-${n}`))
  })

  it('sends nothing where the look cannot be written down', async () => {
    const key = await made()
    await app.context.db.pool.query('alter table operator_reads rename to operator_reads_away')
    try {
      const answer = await key.ask('/api/console/deposits?view=waiting')
      expect(answer.code).not.toBe(1)
      expect(JSON.stringify(answer.data)).not.toContain(depositId)
    } finally {
      await app.context.db.pool.query('alter table operator_reads_away rename to operator_reads')
    }
  })

  it('writes down when it was used last', async () => {
    const key = await made()
    await key.ask('/api/console/figures')
    const used = await waitFor(
      () => listed(key.id),
      ({ usedAt }) => usedAt !== null,
    )
    expect(used).toMatchObject({ state: 'active' })
  })

  it('has its own document, which members’ programs do not', async () => {
    const key = await made({ scopes: ['orders'] })
    const { document } = (await key.ask('/api/console/back-office/openapi')).data
    expect(document.info.title).toBe('Akari back office')
    const names = Object.values<AnyJson>(document.paths).map(({ get }) => get.operationId)
    expect(names.toSorted()).toEqual([...Object.keys(LOOKS), ...NO_MEMBER].toSorted())
    for (const { get } of Object.values<AnyJson>(document.paths))
      expect(get.responses['200'].content['application/json'].examples.done.value.code).toBe(1)
    expect((await app.call('GET', '/api/console/back-office/openapi')).status).toBe(401)
    expect(
      (await app.call('GET', '/api/console/back-office/openapi', { token: by('support-1').token })).status,
    ).toBe(403)
    const members = await (await fetch(`http://localhost:${app.port}/api/openapi.json`)).text()
    expect(members).not.toMatch(/\/console|firmKey|back-office/)
  })
})

describe('a rogue request by a key of the firm', () => {
  it('replayed, it opens nothing a second time', async () => {
    const key = await made()
    const at = app.context.clock.machine()
    expect((await key.ask('/api/console/figures', { at })).code).toBe(1)
    expect(said(await key.ask('/api/console/figures', { at }))).toBe('API_KEY_REPEATED')
    expect(said(await key.ask('/api/console/figures', { at: at - 6 * MINUTE }))).toBe('API_KEY_TIME')
  })

  it('from another address, or signed by another key, or not at all, it opens nothing', async () => {
    const elsewhere = await made({ networks: ['203.0.113.0/24'] })
    expect(said(await elsewhere.ask('/api/console/figures'))).toBe('API_KEY_ADDRESS')
    const [one, other] = [await made(), await made()]
    const borrowed = { headers: { [API_KEY_HEADER]: one.id } }
    expect(said(await other.ask('/api/console/figures', borrowed))).toBe('API_KEY_SIGNATURE')
    const headers = { [API_KEY_HEADER]: one.id }
    expect(said(await app.call('GET', '/api/console/figures', { headers }))).toBe('API_KEY_UNSIGNED')
  })

  it('reads no sealed case, no member’s page, no picture and no appeal', async () => {
    const key = await made()
    for (const path of [
      '/api/console/cases',
      '/api/console/cases/1',
      `/api/console/members/${member.userId}`,
      `/api/console/identity/${member.userId}`,
      '/api/console/audit',
      '/api/console/queues',
      '/api/console/approvals',
      '/api/console/operators',
    ])
      expect([path, said(await key.ask(path))]).toEqual([path, 'API_KEY_ROUTE'])
  })

  it('is helped by no token, and a member’s key opens nothing of the console', async () => {
    const key = await made({ scopes: ['figures'] })
    const withToken = { headers: { token: by('auditor-1').token } }
    expect(said(await key.ask('/api/console/orders', withToken))).toBe('API_KEY_NO_SCOPE')
    expect(said(await key.ask('/api/account', { headers: { token: member.token } }))).toBe('API_KEY_UNKNOWN')
    // Lists for programs alone are no operator's.
    expect((await app.call('GET', '/api/console/orders', { token: by('auditor-1').token })).status).toBe(403)
  })

  it('with whatever values, it breaks nothing', async () => {
    const key = await made()
    const values = ['', '-1', '9'.repeat(30), '2026-02-30', "' or 1=1 --", '７', '__proto__', 'a%']
    const fieldsOf = (schema: unknown) =>
      Object.keys((schema as { def: { shape: object } } | undefined)?.def.shape ?? {})
    const paths = routes
      .filter(({ operatorKey }) => operatorKey !== undefined)
      .flatMap((route) => {
        const path = `/api${route.path.replace(/\{\w+\}/g, () => '2026-11-27')}`
        return ['x', ...fieldsOf(route.query)].flatMap((field) =>
          values.map((value) => `${path}?${field}=${encodeURIComponent(value)}`),
        )
      })
    for (const path of paths) expect([path, (await key.ask(path)).status < 500]).toEqual([path, true])
    expect((await key.ask('/api/console/figures?x=1')).status).toBe(400)
  })
})

describe('a key of the firm ends', () => {
  it('at once, by one person alone', async () => {
    const key = await made()
    expect(said(await by('support-1').act('firm-key.revoke', key.id))).toBe('ROLE_MAY_NOT')
    expect(said(await by('treasurer-1').act('firm-key.revoke', key.id))).toBe('carried-out')
    expect(said(await key.ask('/api/console/figures'))).toBe('API_KEY_REVOKED')
    expect(await listed(key.id)).toMatchObject({
      state: 'revoked',
      revokedBy: { role: 'treasurer', number: 1 },
    })
    expect(said(await by('treasurer-1').act('firm-key.revoke', key.id))).toBe('FIRM_KEY_OVER')
    expect(said(await by('treasurer-1').act('firm-key.revoke', '0'.repeat(32)))).toBe('FIRM_KEY_UNKNOWN')
  })

  it('with whoever answers for it', async () => {
    const key = await made({}, 'administrator-2')
    const asked = await by('administrator-1').act('operator.role', 'demo-administrator-2', {
      body: { role: null },
    })
    await signAt(by('auditor-1'), asked.data.approvalId)
    expect(said(await key.ask('/api/console/figures'))).toBe('API_KEY_OWNER')
    expect(await listed(key.id)).toMatchObject({ state: 'ownerless' })
  })

  it('after its last day, and the journal says all of it again', async () => {
    const key = await made({ until: today() })
    expect((await key.ask('/api/console/figures')).code).toBe(1)
    const next = app.context.clock.wall() + DAY
    await app.call('POST', '/api/dev/clock', { body: { at: new Date(next).toISOString() } })
    expect(said(await key.ask('/api/console/figures'))).toBe('API_KEY_EXPIRED')
    const { types } = await replayJournal(app)
    expect(types).toContain(noteFirmKeyUse.type)
  }, 60_000)
})

it.each(LANGS)('its refusals are worded in %s', (lang) => {
  const catalogue = readCatalogue(lang)
  for (const code of OPERATOR_KEY_REFUSALS)
    expect([code, catalogue[`server.rejection.${code}`] !== undefined]).toEqual([code, true])
})
