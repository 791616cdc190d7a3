import { afterAll, expect, it } from 'vitest'
import { apiOf, must, newKey, registerMember, waitFor } from '../app/api.ts'
import { contention } from '../app/contention.ts'
import { checkDurable } from '../app/durable.ts'
import { fillJournal } from '../app/fill-journal.ts'
import { cheapCodes, expectAll } from '../app/load.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const IS_LONG = process.env['TEST_LONG'] === '1'
/**
 * `npm run bench -- start` measures the million in rounds; here it has to be right, and in the long form
 * quick.
 */
const RECORDS = IS_LONG ? 1_000_000 : 30_000
const READY_MS = 5_000

let dataDir = ''
afterAll(() => removeDir(dataDir))

it(
  `starts again after ${RECORDS} records, half of them with a key of this day, and knows what came before them`,
  { timeout: 20 * 60_000 },
  async () => {
    dataDir = await temporaryDir()
    const first = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
    const member = await registerMember(first.url, first.invitationCode)
    const [code] = await waitFor(
      () => cheapCodes(apiOf(first.url)),
      (found) => found.length >= 1,
      30_000,
    )
    const [key, path, body] = [
      newKey(),
      '/orders',
      { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    ]
    const { id } = must(await member.api.post(path, body, key)).data as { id: string }
    await first.stop()
    await fillJournal(dataDir, RECORDS)

    const before = contention()
    const app = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
    const readyMs = app.readyMs / Math.max(before, contention())
    const { records } = must(await apiOf(app.url).get('/trust/heads')).data as { records: number }
    expect(records).toBeGreaterThan(RECORDS)
    await expectAll([{ member, key, path, body, id }], [member], app.url)
    await waitFor(
      async () => must(await apiOf(app.url).get('/trust/heads')).data as { newest: { size: number } | null },
      ({ newest }) => newest !== null && newest.size > RECORDS,
      10 * 60_000,
    )
    await app.stop()
    expect((await checkDurable(dataDir)).records).toBeGreaterThan(RECORDS)
    if (IS_LONG) expect(readyMs).toBeLessThan(READY_MS)
  },
)
