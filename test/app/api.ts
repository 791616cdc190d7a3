import { randomBytes } from 'node:crypto'
import { uuidv7 } from '#kernel/id.ts'
import { tokenHeaders, withToken } from '#server/console-token.fixture.ts'
import type { AnyJson } from '#server/test-app.ts'

export { waitFor } from '#server/wait-for.fixture.ts'

export type Answer<T = AnyJson> = { status: number; code: number; msg: string; data: T; headers: Headers }

/** The API as a member's app calls it: token in the header, `lang` in the query, a key on each write. */
export type Api = {
  get<T = AnyJson>(path: string): Promise<Answer<T>>
  post<T = AnyJson>(path: string, body?: unknown, key?: string | null): Promise<Answer<T>>
  as(token: string): Api
}

export const newKey = (at = Date.now()): string => uuidv7(at, randomBytes(16))

export function apiOf(url: string, token = '', lang = 'en'): Api {
  const call = async (method: string, path: string, body: unknown, key: string | null): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, {
      method,
      headers: {
        ...(token === '' ? {} : tokenHeaders(token, new URL(url).port)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { code: number; msg: string; data: unknown }
    const data = withToken(envelope.data, response.headers.getSetCookie())
    return { status: response.status, ...envelope, data, headers: response.headers }
  }
  return {
    get: (path) => call('GET', path, undefined, null),
    post: (path, body = {}, key = newKey()) => call('POST', path, body, key),
    as: (other) => apiOf(url, other, lang),
  }
}

let members = 0
/** A number that no other member of this run has. */
export const freshMobile = (): string =>
  `090${String(10_000_000 + (process.pid % 1_000) * 10_000 + members++)}`

export type Registered = { api: Api; token: string; userId: string; mobile: string; password: string }

export async function registerMember(url: string, invitationCode: string): Promise<Registered> {
  const api = apiOf(url)
  const mobile = freshMobile()
  const password = 'lamp-7Kq'
  must(await api.post('/auth/sms-code', { mobile }, null))
  const inbox = must(await api.get<{ code: string }[]>(`/dev/inbox?mobile=${mobile}`)).data
  const answer = must(
    await api.post<{ token: string; userId: string }>(
      '/auth/register',
      { mobile, password, confirmPassword: password, invitationCode, verificationCode: inbox[0]!.code },
      null,
    ),
  )
  return {
    api: api.as(answer.data.token),
    token: answer.data.token,
    userId: answer.data.userId,
    mobile,
    password,
  }
}

export async function logIn(url: string, account: string, password: string): Promise<Registered> {
  const api = apiOf(url)
  const answer = must(
    await api.post<{ token: string; userId: string }>('/auth/login', { account, password }, null),
  )
  return {
    api: api.as(answer.data.token),
    token: answer.data.token,
    userId: answer.data.userId,
    mobile: account,
    password,
  }
}

/** The answer, or an error that says what it was instead of a success. */
export function must<T>(answer: Answer<T>): Answer<T> {
  if (answer.code !== 1)
    throw new Error(`${answer.status} ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer
}

const ownOf = async (api: Api): Promise<number> => {
  const {
    available,
    unsettled,
    orderHold,
    lotMargin,
    withdrawalHold,
    subscriptionHold,
    dividendHold,
    paidShares,
  } = must(await api.get('/account')).data
  return (
    available +
    unsettled +
    orderHold +
    lotMargin +
    withdrawalHold +
    subscriptionHold +
    dividendHold +
    paidShares
  )
}

/**
 * Product decision 3: available + unsettled + holds + margins against the sum of the whole account log, read
 * while nothing moved.
 */
export async function accountIdentity(api: Api): Promise<{ balances: number; log: number; entries: number }> {
  const balances = await ownOf(api)
  let log = 0
  let entries = 0
  let before = ''
  for (;;) {
    const page = must(
      await api.get<{ id: string; amount: number }[]>(
        `/account/log?limit=1000${before === '' ? '' : `&before=${before}`}`,
      ),
    ).data
    for (const entry of page) log += entry.amount
    entries += page.length
    if (page.length < 1000) break
    before = page.at(-1)!.id
  }
  return balances === (await ownOf(api)) ? { balances, log, entries } : accountIdentity(api)
}
