import * as z from 'zod/mini'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import type { Route } from '#wire/route.ts'
import { LANGS } from '#i18n/lang.ts'
import { HOSTILE } from './hostile.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'

/** A sample of every field's own kind, so that the rest of a request is in order while one field is not. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  name: 'Mine',
  memberId: 'nobody',
  ground: 'staff-observation',
  evidence: [],
  seal: false,
  lang: 'ja',
  hours: 8,
  mail: 'a@example.jp',
  severity: 'urgent',
  quiet: { from: '22:00', to: '07:00' },
  scope: 'read',
  covers: 'own',
  networks: [],
  publicKey: `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}`,
  studies: ['sma'],
  scale: 'linear',
  figures: {},
  mostYen: 1_000_000,
  mostShares: 100,
  perMinute: 10,
  idleMinutes: 5,
  takesLimit: true,
  takesMarket: false,
  limitsVersion: 1,
  takeProfitBp: 500,
  stopLossBp: null,
  exitTrailYen: 10,
  exitTrailBp: 100,
  endTrail: true,
  trailYen: 10,
  trailBp: 100,
  conditional: 'ended',
  colour: 'red',
  note: 'x',
  columns: ['per'],
  drawings: [{ kind: 'level', points: [{ at: '2026-11-20T00:00:00.000Z', price: 1_000 }] }],
  ids: [],
  rows: [],
  address: 'perTo=15',
  sectors: 'banks',
  priceFrom: '1',
  priceTo: '9000',
  lotTo: '900000',
  changeFrom: '-5',
  changeTo: '5',
  volumeFrom: '0',
  turnoverFrom: '0',
  capFrom: '0',
  capTo: '900000',
  perFrom: '0',
  perTo: '50',
  yieldFrom: '0',
  yieldTo: '9',
  surgeFrom: '2',
  belowHighTo: '5',
  aboveLowTo: '5',
  kana: 'ア',
  idNumber: '1',
  birthDate: '1990-04-01',
  postalCode: '1000001',
  documentType: 'licence',
  consents: [],
  answers: {
    leverageSize: 'a',
    leverageMargin: 'a',
    lossBeyond: 'a',
    lossGap: 'a',
    shortRise: 'a',
    shortDividend: 'a',
    callMeet: 'a',
    callUnmet: 'a',
  },
  occupation: 'other',
  income: 'under-300',
  assets: 'under-100',
  experience: 'none',
  purpose: 'learning',
  insiderTie: 'none',
  insiderCode: null,
  mobile: '090-5555-0001',
  password: 'lamp-7Kq',
  confirmPassword: 'lamp-7Kq',
  invitationCode: '0000000000',
  verificationCode: '000000',
  account: '090-5555-0002',
  transactionPassword: 'river-55',
  oldPassword: 'river-55',
  newPassword: 'river-56',
  user_id: 'x',
  upTo: '000000000001-00-x',
  deviceKey: `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}`,
  drawId: 'IPO-2026-0001',
  r: 'ab'.repeat(16),
  listingId: 'DAY-2026-0001',
  units: 1,
  timeExit: true,
  pickId: 'AI-2026-0001-2026-11-20-S100',
  beforeDay: '2026-11-20',
  digest: 'ab'.repeat(32),
  testTo: '2026-11-20',
  pool: 'CPY-2026-0001',
  record: 'x',
  ticket: { code: 'S100', side: 'up', type: 'market', quantity: 100, leverage: 1 },
  closing: { type: 'market' },
  at: '1970-01-01T00:00:00Z',
  code: 'S100',
  side: 'up',
  type: 'limit',
  quantity: 100,
  price: 1000,
  leverage: 2,
  takeProfit: 1100,
  stopLoss: 900,
  id: '01a1fbe0-fb8a-7956-8bab-0b4cbfd0010f',
  with: '01a1fbe0-fb8a-7956-8bab-0b4cbfd0010f',
  url: 'https://hooks.example/akari',
  events: ['order.changed'],
  apiKeyId: '01a1fbe0-fb8a-7956-8bab-0b4cbfd0010f',
  deliveryId: 'x',
  about: 'x',
  key: newKey(),
  interval: '1m',
  before: '2026-11-20T00:00:00Z',
  limit: '10',
  offset: '0',
  query: 'a',
  sort: 'code',
  sector: 'it',
  span: 'month',
  codes: 'S100',
  status: 'open',
  order: 'x',
  lot: 'x',
  triggerPrice: 1050,
  exits: { takeProfit: 1100, stopLoss: 900 },
  condition: 'none',
  timeInForce: 'day',
  validity: 'day',
  amount: 500_000,
  contact: '0312345678',
  method: 'bank',
  holder: 'サトウ ハルカ',
  line: 'B-0001',
  bankCode: '0001',
  branchCode: '001',
  number: '1234567',
  imageId: 'x',
  accountId: 'x',
  text: 'This denial is wrong, look again.',
  bank: '0001',
  group: 'fees',
  table: 'orders',
  date: '2026-11-20',
  document: 'terms',
  version: '1',
  watches: 'above',
  changeBp: 300,
  repeats: 'once',
  wanted: true,
  endpoint: 'https://fcm.googleapis.com/x',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  old: { endpoint: 'https://fcm.googleapis.com/y', auth: 'A'.repeat(22) },
  work: 'x',
  deviceId: 'x',
  oneTimeCode: '000000',
  firstCode: '000000',
  secondCode: '000000',
  other: 'x',
  email: 'a@example.jp',
  what: 'password',
  for: 'login',
  newMobile: '090-5555-0003',
  nameKana: 'ア',
  documentNumber: '1',
  action: 'withdrawal',
  passkeyId: 'x',
  sessionId: 'x',
  proof: {
    id: 'x',
    assertion: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    },
  },
  created: {
    id: 'x',
    attestation: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', attestationObject: 'x' },
    },
  },
  packed: 'H4sI',
  place: '1700000000000_x',
  view: 'all',
  file: 'x',
  member: 'x',
  // Of operators' routes. What no form of an act fits is refused by name, whatever it carries.
  subject: 'x',
  approvals: ['a'.repeat(64)],
  lines: [{ subject: 'x', body: {} }],
  list: 'a'.repeat(64),
  power: 'identity.view',
  body: {},
  reason: null,
  rule: 'pass-through',
  takes: true,
  prepared: null,
  passkey: null,
  answer: {},
  queue: 'appeals',
  operatorId: 'demo-reviewer-1',
  texts: Object.fromEntries(LANGS.map((lang) => [lang, 'Words.'])),
  words: { ja: { title: 'Title', text: 'Words.' } },
  issues: [],
  corrects: null,
  canned: 'thanks',
  dates: '2026-11-20',
  day: '2026-11-20',
  figure: 'money.owed',
  who: 'mine',
  days: '30',
  lead: 'x',
  q: '1',
  level: 'core',
  state: 'open',
  after: '0',
  of: 'house',
  cause: 'on-its-way',
  seq: '0',
  validUntil: '2026-12-01',
  lots: [],
  month: '2026-11',
  year: '2026',
  from: '2026-11-01',
  to: '2026-11-30',
  kind: 'plain',
  kinds: 'order',
  value: '"typed"',
  form: 'news notice',
  pbrFrom: '0.5',
  pbrTo: '2',
  period: '2026-11',
}

let app: TestApp
let token: string
const operatorTokens: Partial<Record<Role, string>> = {}
/** Somebody who may ask. */
function tokenFor({ access, roles, power }: Route): string {
  if (access !== 'operator') return token
  const may =
    typeof power === 'string' && power !== 'asked'
      ? powerOf(power as PowerName).signers.flat()
      : ((roles as readonly Role[] | undefined) ?? ROLES)
  return operatorTokens[may[0]!]!
}
beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  token = (await app.enrol('090-5555-0009')).token
  const operators = (await app.call('GET', '/api/dev/operators')).data as {
    operatorId: string
    role: Role
    number: number
    code: string
  }[]
  for (const { operatorId, role, number, code } of operators) {
    if (number === 1)
      operatorTokens[role] = (
        await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
      ).data.token
  }
}, 60_000)

const fieldsOf = (schema: Route['input']): string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []
const sampleOf = (name: string): unknown => {
  if (!(name in SAMPLES)) throw new Error(`no sample for the field ${name}: add one`)
  return SAMPLES[name]
}

type Sent = { params: Record<string, string>; query: Record<string, string>; raw?: string }

function send(route: Route, { params, query, raw }: Sent) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
  return app.call(route.method, `/api${path}?${new URLSearchParams(query)}`, {
    token: tokenFor(route),
    ...(raw === undefined ? {} : { raw }),
  })
}

const samples = (schema: Route['input']): Record<string, string> =>
  Object.fromEntries(fieldsOf(schema).map((name) => [name, String(sampleOf(name))]))
const bodyWith = (route: Route, changed: string, json: string): string =>
  `{${fieldsOf(route.input)
    .map((name) => `"${name}":${name === changed ? json : JSON.stringify(sampleOf(name))}`)
    .join()}}`
const asText = (json: string): string => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}
const canTravel = (text: string) => text.isWellFormed() && text !== '' && !/^\.+\//.test(text)

describe('no value breaks the server: an envelope, no 5xx, and 400 exactly where the contract says no', () => {
  it('in any field of any route', { timeout: 240_000 }, async () => {
    const routes = app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route)
    let requests = 0
    const failures: string[] = []
    const check = async (route: Route, field: string, json: string, sent: Sent, isMalformed?: boolean) => {
      const answer = await send(route, sent)
      requests++
      const isRight =
        answer.status < 500 &&
        typeof answer.code === 'number' &&
        answer.msg !== '' &&
        !answer.msg.includes('rejection.') &&
        'data' in answer &&
        (answer.status === 200 || answer.code === answer.status) &&
        (isMalformed === undefined || (answer.status === 400) === isMalformed)
      if (!isRight)
        failures.push(
          `${route.name}.${field} = ${json}: ${answer.status} ${JSON.stringify(answer).slice(0, 300)}`,
        )
    }
    for (const route of routes) {
      if (['logout', 'consoleLogout', 'consoleRenew'].includes(route.name)) continue
      const base: Sent = { params: samples(route.params), query: samples(route.query) }
      if (route.input !== undefined) base.raw = bodyWith(route, '', '')
      for (const json of HOSTILE) {
        for (const field of fieldsOf(route.input)) {
          const raw = bodyWith(route, field, json)
          const fits =
            z.safeParse(route.input!, JSON.parse(raw)).success &&
            !/__proto__|constructor|\\u0000|\\ud83d"/.test(json)
          await check(route, field, json, { ...base, raw }, !fits)
        }
        const text = asText(json)
        if (!canTravel(text)) continue
        for (const field of fieldsOf(route.query))
          await check(route, field, json, { ...base, query: { ...base.query, [field]: text } })
        for (const field of fieldsOf(route.params))
          await check(route, field, json, { ...base, params: { ...base.params, [field]: text } })
      }
      if (route.method === 'POST') {
        for (const raw of [
          '{"unknown":1}',
          '{"__proto__":{"a":1}}',
          '[]',
          'null',
          '1',
          '"x"',
          '{',
          '\u0000',
          '{"a":'.repeat(20) + '1' + '}'.repeat(20),
        ]) {
          await check(route, '', raw, { ...base, raw }, true)
        }
      }
    }
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(2_000)
  })
})
