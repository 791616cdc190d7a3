import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#platform/database/embedded.ts'
import { newKey, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { FACTS, sendPicture } from '#server/verified.fixture.ts'
import { freshMobile } from '../app/api.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'

/**
 * Threat T26. Secrets and personal data go in by every route that takes some, and are searched for wherever
 * they have no business to be: the log at its most talkative, PostgreSQL's own log, files, bodies of errors,
 * and every column of the database but those made for them.
 */
const mobile = freshMobile()
const CANARIES: Readonly<Record<string, { text: string; columns: readonly string[] }>> = {
  'login password': { text: 'cnry-7Kq9', columns: [] },
  'changed password': { text: 'cnrz-4Wv8', columns: [] },
  'transaction password': { text: 'cnrt-55Xy', columns: [] },
  'wrong password': { text: 'cnrw-31Zz', columns: [] },
  'password typed as an account': { text: 'cnra-88Pp', columns: [] },
  name: { text: '鳴海 金糸雀', columns: ['identity_details.name', 'loan_details.name'] },
  kana: { text: 'ナルミ カナリア', columns: ['identity_details.kana'] },
  'kana in half width': { text: 'ﾅﾙﾐ ｶﾅﾘｱ', columns: ['bank_account_details.holder'] },
  'document number': { text: '309913577531', columns: [] },
  mobile: { text: mobile.slice(1), columns: ['credentials.mobile'] },
  'account number': { text: '7913579', columns: ['bank_account_details.number'] },
  'chat text': { text: 'kanari chat words', columns: ['chat_lines.text'] },
  address: { text: 'Kanariya 7-7, Sumida', columns: ['identity_details.address', 'loan_details.address'] },
  'birth date': { text: '1977-07-17', columns: ['identity_details.birth_date'] },
  contact: { text: '0312468024', columns: ['loan_details.contact'] },
  email: { text: 'kanari@example.jp', columns: ['loan_details.email', 'email_addresses.address'] },
  'name of a list': { text: 'kanari list', columns: ['watchlists.lists'] },
}
const of = (name: string): string => CANARIES[name]!.text

let app: RunningServer
let dataDir: string
let port: number
const tokens: string[] = []
const failedBodies: string[] = []

type Answer = { status: number; code: number; msg: string; data: AnyJson; headers: Headers }
async function call(
  method: string,
  path: string,
  { token, body, raw }: { token?: string; body?: unknown; raw?: string } = {},
): Promise<Answer> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      'idempotency-key': newKey(),
      ...(token === undefined ? {} : { token }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(text === undefined ? {} : { body: text }),
  })
  const said = await response.text()
  const envelope = JSON.parse(said) as { code: number; msg: string; data: AnyJson }
  if (envelope.code !== 1) failedBodies.push(said)
  return { status: response.status, headers: response.headers, ...envelope }
}
const done = async (path: string, token: string, body: unknown): Promise<AnyJson> => {
  const answer = await call('POST', `/api${path}`, { token, body })
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** A member who gives everything of themselves that the server asks for. */
async function liveThrough(): Promise<void> {
  await call('POST', '/api/auth/sms-code', { body: { mobile } })
  const { data: inbox } = await call('GET', `/api/dev/inbox?mobile=${mobile}`)
  const registration = {
    mobile,
    password: of('login password'),
    confirmPassword: of('login password'),
    invitationCode: app.invitationCode,
    verificationCode: inbox[0].code,
  }
  // Twice at once: the database itself says no to one of them, and names the number in its own words.
  const answers = await Promise.all(
    [1, 2, 3].map(() => call('POST', '/api/auth/register', { body: registration })),
  )
  const { token, userId } = answers.find(({ code }) => code === 1)!.data as { token: string; userId: string }
  tokens.push(token)
  for (const [account, password] of [
    [mobile, of('wrong password')],
    [of('password typed as an account'), 'x'],
    [mobile, of('login password')],
  ]) {
    const { code, data } = await call('POST', '/api/auth/login', { body: { account, password } })
    if (code === 1) tokens.push(data.token)
  }
  await done('/auth/transaction-password', token, {
    newPassword: of('transaction password'),
    confirmPassword: of('transaction password'),
  })
  await done('/auth/password', token, {
    oldPassword: of('login password'),
    newPassword: of('changed password'),
    confirmPassword: of('changed password'),
  })
  for (const side of ['identity-front', 'identity-back']) await sendPicture({ port }, token, side)
  const { consents } = (await call('GET', '/api/identity', { token })).data
  await done('/identity/submit', token, {
    name: of('name'),
    kana: of('kana'),
    idNumber: of('document number'),
    documentType: 'licence',
    ...FACTS,
    birthDate: of('birth date'),
    address: of('address'),
    consents,
  })
  await waitFor(
    async () => (await call('GET', '/api/identity', { token })).data.status as string,
    (status) => status === 'passed',
  )
  const imageId = await sendPicture({ port }, token, 'passbook')
  const account = {
    holder: of('kana'),
    bankCode: '0001',
    branchCode: '001',
    type: 'ordinary',
    number: of('account number'),
    imageId,
    transactionPassword: of('transaction password'),
  }
  await done('/bank-accounts', token, account)
  await waitFor(
    async () => (await call('GET', '/api/bank-accounts', { token })).data.accounts[0].status as string,
    (status) => status === 'approved',
  )
  await done('/chat/lines', token, { text: of('chat text') })
  await done('/watchlists', token, { name: of('name of a list') })
  await call('POST', '/api/account-opening/profile', {
    token,
    body: {
      occupation: 'employee',
      income: 'over-2000',
      assets: 'under-3000',
      experience: 'under-3',
      purpose: 'learning',
      insiderTie: 'none',
      insiderCode: null,
    },
  })
  await done('/loans', token, {
    amount: 500_000,
    name: of('name'),
    idNumber: of('document number'),
    address: of('address'),
    contact: of('contact'),
    email: of('email'),
  })
  await call('POST', '/api/auth/email', { token, body: { email: of('email') } })
  // A wrong value is refused, and not repeated in the refusal.
  await call('POST', '/api/bank-accounts', { token, body: { ...account, holder: 1 } })
  await call('POST', '/api/withdrawals', {
    token,
    body: { amount: 10_000, accountId: 'x', transactionPassword: of('wrong password') },
  })
  await call('POST', '/api/loans', {
    token,
    body: {
      amount: -1,
      name: of('name'),
      idNumber: of('document number'),
      address: of('address'),
      contact: of('contact'),
      email: of('email'),
      more: of('address'),
    },
  })
  await call('POST', '/api/auth/login', {
    raw: `{"account":"${mobile}","password":"${of('login password')}"`,
  })
  await call('POST', '/api/auth/login', { body: { account: mobile, password: [of('login password')] } })
  await call('GET', `/api/${encodeURIComponent(of('name'))}`, { token })
  await call('GET', `/api/orders/${encodeURIComponent(of('account number'))}`, { token: 'x'.repeat(43) })
  await call('GET', `/api/index/getUserInfo?user_id=${userId}&name=${encodeURIComponent(of('name'))}`, {
    token,
  })
  await call('POST', '/api/auth/logout', { token, body: {} })
}

beforeAll(async () => {
  dataDir = await temporaryDir()
  app = await startServer({ dataDir, env: { LOG: 'debug' } })
  port = Number(new URL(app.url).port)
  await liveThrough()
}, 120_000)
afterAll(async () => {
  await app?.stop()
  await removeDir(dataDir)
})

const foundIn = (text: string): string[] =>
  [
    ...Object.entries(CANARIES).map(([name, { text: canary }]) => [name, canary] as const),
    ...tokens.map((token) => ['a token', token] as const),
  ]
    .filter(([, canary]) => text.includes(canary))
    .map(([name]) => name)

it('no secret and nothing personal stands in the log, in PostgreSQL’s, in a file or in the body of an error', async () => {
  expect(app.output()).toContain('"level"')
  expect(foundIn(app.output())).toEqual([])
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(^|\/)(cluster|socket)(\/|$)/.test(name),
  )
  expect(files).toEqual(expect.arrayContaining(['postgres/postgres.log']))
  for (const name of files) {
    const text = ((): string => {
      try {
        return readFileSync(join(dataDir, name), 'utf8')
      } catch {
        return ''
      }
    })()
    expect([name, foundIn(text)]).toEqual([name, []])
  }
  expect(failedBodies.length).toBeGreaterThan(8)
  for (const body of failedBodies) expect([body, foundIn(body)]).toEqual([body, []])
})

it('in the database each stands in the columns that are made for it, and nowhere else: not in the journal, not in a kept answer', async () => {
  const sql = new pg.Client((await startEmbedded(dataDir)).config)
  await sql.connect()
  try {
    const { rows: columns } = await sql.query<{ table: string; column: string; type: string }>(
      "select table_name as table, column_name as column, data_type as type from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY')",
    )
    const wanted = [
      ...Object.entries(CANARIES).map(([name, { text }]) => ({ name, text })),
      ...tokens.map((text) => ({ name: 'a token', text })),
    ]
    const found: Record<string, string[]> = Object.fromEntries(wanted.map(({ name }) => [name, []]))
    for (const table of new Set(columns.map((column) => column.table))) {
      const own = columns.filter((column) => column.table === table)
      const asked = own.flatMap(({ column, type }) =>
        wanted.map((_, n) =>
          type === 'bytea'
            ? `bool_or(position(convert_to($${n + 1}, 'UTF8') in "${column}") > 0)`
            : `bool_or(position($${n + 1} in "${column}"::text) > 0)`,
        ),
      )
      const {
        rows: [row],
      } = await sql.query<(boolean | null)[]>({
        text: `select ${asked.join()} from "${table}"`,
        values: wanted.map(({ text }) => text),
        rowMode: 'array',
      })
      row!.forEach((isThere, at) => {
        if (isThere)
          found[wanted[at % wanted.length]!.name]!.push(
            `${table}.${own[Math.floor(at / wanted.length)]!.column}`,
          )
      })
    }
    const expected = Object.fromEntries([
      ...Object.entries(CANARIES).map(([name, { columns: at }]) => [name, [...at].sort()]),
      ['a token', []],
    ])
    expect(
      Object.fromEntries(Object.entries(found).map(([name, at]) => [name, [...new Set(at)].sort()])),
    ).toEqual(expected)
  } finally {
    await sql.end()
  }
})
