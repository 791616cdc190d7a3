import { createHash, randomBytes } from 'node:crypto'
import { fastify } from 'fastify'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { openHouse, type OpenHouse } from '#server/house.ts'

/** What the load generator, in a process of its own, is told and asks for. */
export type Ready = { port: number; echoPort: number; tokens: string[]; codes: string[]; database: { host: string; port: number; user: string; password: string; database: string } }
export type Filled = { filled: number; accepted: number }

const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 10_000)
const FREE = { perSecond: 1e9, burst: 1e9, perMinute: null }

const folder = process.argv[2]!
const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG: 'error' })
const embedded = await startEmbedded(folder)
const open = await openHouse({
  config, database: embedded.config, log: openLog('error'), fatal: (error) => { throw error },
  limits: { ...LIMITS, lanes: { orders: FREE, cancels: FREE, writes: FREE } },
})

/** Members of the highest level, each with a session: through the engine and SQL, since thousands of passwords would take minutes to hash. At the end each holds about ten lots. */
async function enrol({ house, rooms }: OpenHouse): Promise<string[]> {
  const command = rooms.all.flatMap((room) => room.commands ?? []).find(({ type }) => type === 'member.open')!
  const now = Date.now()
  const one = async (): Promise<string> => {
    const memberId = house.ids.uuid()
    await house.engine.submit(command, { level: 'core', memberId }, { actor: 'system', memberId: null, device: '', key: '' })
    const token = randomBytes(32).toString('base64url')
    await house.db.kysely.insertInto('sessions').values({
      id: house.ids.uuid(), tokenHash: createHash('sha256').update(token).digest(), memberId, startedAt: now, seenAt: now, unlockedAt: now, endedAt: null, factor: 'passkey', device: '',
    }).execute()
    return token
  }
  const tokens: string[] = []
  while (tokens.length < MEMBERS) tokens.push(...await Promise.all(Array.from({ length: 50 }, one)))
  return tokens
}

/** The bare anchor: the same body, parsed and sent back by Fastify as it comes. */
const echo = fastify()
echo.post('/echo', (request) => Promise.resolve(request.body))
await echo.listen({ host: '127.0.0.1', port: 0 })

const tokens = await enrol(open)
const codes = open.rooms.instruments.all().filter(({ kind }) => kind === 'stock').map(({ code }) => code)
const address = echo.server.address()
const ready: Ready = { port: open.port, echoPort: typeof address === 'object' ? address!.port : 0, tokens, codes, database: embedded.config }

process.on('message', async (asked) => {
  if (asked === 'filled') {
    const { rows } = await open.house.db.pool.query<Filled>(
      "select count(*) filter (where filled_quantity = quantity) as filled, count(*) as accepted from orders",
    )
    process.send!(rows[0])
    return
  }
  await open.stop()
  await echo.close()
  await embedded.stop()
  process.exit(0)
})
process.send!(ready)
