import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { csvStatement, type Booked } from '#modules/funding/server/statement.fixture.ts'
import { apiOf, logIn, must, waitFor, type Api } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const EACH = 5
/** As the demo's members are verified, in the letters of a bank. */
const NAMES = ['ﾐﾎﾝ ｲﾁﾛｳ', 'ﾐﾎﾝ ﾊﾅｺ']
const env = { DEMO_DESK: 'off' }

type Deposit = { id: string; reference: string; status: string; amount: number }
type List = { id: string; state: string; size: number; carriedOut: number; open: number }

let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

it(
  'kill -9 while the lines of a signed list are carried out: each is signed once and credited once',
  { timeout: 240_000 },
  async () => {
    dataDir = await temporaryDir()
    let app = await startServer({ dataDir, env })
    const members = await Promise.all(
      app.members.slice(0, NAMES.length).map(({ account, password }) => logIn(app.url, account, password)),
    )
    const atDesk = async (operatorId: string): Promise<Api> => {
      const guest = apiOf(app.url)
      const codes = must(await guest.get('/dev/operators')).data as { operatorId: string; code: string }[]
      const { code } = codes.find((each) => each.operatorId === operatorId)!
      const { token } = must(await guest.post('/console/auth/login', { operatorId, code })).data as {
        token: string
      }
      return apiOf(app.url, token)
    }
    const own = async (n: number): Promise<Deposit[]> =>
      must(await apiOf(app.url, members[n]!.token).get('/deposits')).data as Deposit[]
    const day = dateJst(Date.now())
    const lines: Booked[] = []
    for (const [n, { api }] of members.entries()) {
      for (let one = 0; one < EACH; one++)
        must(await api.post('/deposits', { amount: 100_000 + one, method: 'bank' }))
      for (const { reference, amount, status } of await own(n))
        if (status === 'pending')
          lines.push({
            id: `K-${reference}`,
            day,
            kind: 'in',
            yen: amount,
            payer: `${reference} ${NAMES[n]}`,
          })
    }
    const credits = async (token: string): Promise<number> =>
      (must(await apiOf(app.url, token).get('/account/log')).data as { kind: string }[]).filter(
        ({ kind }) => kind === 'deposit',
      ).length
    const before = await Promise.all(members.map(({ token }) => credits(token)))
    let treasurer = await atDesk('demo-treasurer-1')
    const packed = gzipSync(csvStatement(lines)).toString('base64')
    const { id: fileId } = must(await treasurer.post('/console/statements/check', { packed })).data as {
      id: string
    }
    must(await treasurer.post('/console/act', { power: 'statement.import', subject: fileId, body: {} }))

    /** Signs, and kills the server a moment later; signed again where nothing of it was durable. */
    async function signedUnderFire(operatorId: string, list: string | null, waitMs: number): Promise<List> {
      const known = new Set((must(await treasurer.get('/console/lists')).data as List[]).map(({ id }) => id))
      for (let wait = waitMs; ; wait *= 2) {
        const desk = await atDesk(operatorId)
        const { id } = must(
          await desk.post('/console/lists/prepare', {
            power: 'deposit.credit',
            ...(list === null ? {} : { list }),
          }),
        ).data as { id: string }
        const signing = desk.post(`/console/lists/${id}/sign`, {}).catch(() => null)
        await new Promise((resolve) => setTimeout(resolve, wait))
        await app.kill()
        await signing
        app = await startServer({ dataDir, env })
        treasurer = await atDesk('demo-treasurer-1')
        const signed = await waitFor(
          async () =>
            (must(await treasurer.get('/console/lists')).data as List[]).filter(
              (each) => !known.has(each.id),
            ),
          (lists) => lists.every(({ state }) => state !== 'running'),
          60_000,
        )
        if (signed[0] !== undefined) return signed[0]
      }
    }
    const first = await signedUnderFire('demo-treasurer-1', null, 15)
    expect([first.size, first.open, first.carriedOut]).toEqual([lines.length, lines.length, 0])
    const second = await signedUnderFire('demo-reviewer-1', first.id, 15)
    expect([second.size, second.open, second.carriedOut]).toEqual([lines.length, 0, lines.length])
    for (const [n, { token }] of members.entries()) {
      const announced = (await own(n)).filter(({ reference }) =>
        lines.some(({ id }) => id === `K-${reference}`),
      )
      expect(announced.map(({ status }) => status)).toEqual(Array(EACH).fill('approved'))
      expect((await credits(token)) - before[n]!).toBe(EACH)
    }
    await app.stop()
    await checkDurable(dataDir)
  },
)
