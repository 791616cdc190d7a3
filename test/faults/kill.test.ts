import { afterAll, describe, expect, it } from 'vitest'
import { median } from '../../bench/median.ts'
import { apiOf, logIn, registerMember, waitFor } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { cheapCodes, expectAll, load, type Acknowledged } from '../app/load.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const ROUNDS = process.env['TEST_LONG'] === '1' ? 200 : 5
const LOAD_MS = 1_500
/** Bound on a start after a kill, as a multiple of one after an orderly stop of the same database. */
const AT_MOST_TIMES = 4
const ORDERLY_STARTS = 3

describe(`kill -9 of everything under load, ${ROUNDS} times`, () => {
  let dataDir = ''
  afterAll(async () => {
    if (dataDir !== '') await removeDir(dataDir)
  })

  it(
    'every acknowledged order is there, none twice, the sums hold, and it is ready again about as fast as ever',
    { timeout: ROUNDS * 40_000 },
    async () => {
      dataDir = await temporaryDir()
      let app = await startServer({ dataDir })
      // Demo members may have many lots open; a new one trades beside them.
      const members = [
        ...(await Promise.all(app.members.map(({ account, password }) => logIn(app.url, account, password)))),
        await registerMember(app.url, app.invitationCode),
      ]
      await waitFor(
        () => cheapCodes(apiOf(app.url)),
        (codes) => codes.length >= 6,
        30_000,
      )
      const afterKills: number[] = []

      for (let round = 0; round < ROUNDS; round++) {
        const codes = await cheapCodes(apiOf(app.url))
        const noted: Acknowledged[] = []
        let over = false
        const running = members.map((member) => load(member, codes, noted, () => over))
        await new Promise((resolve) => setTimeout(resolve, LOAD_MS))
        await app.kill()
        over = true
        await Promise.all(running)
        expect(noted.length, 'orders were answered before the kill').toBeGreaterThan(0)

        app = await startServer({ dataDir })
        afterKills.push(app.readyMs)
        for (const [n, member] of members.entries())
          members[n] = { ...member, api: apiOf(app.url, member.token) }
        await expectAll(noted, members, app.url)
        // The sessions outlive the kill, and so does a login. It goes on with the new one: a member has five
        // at most.
        members[0] = await logIn(app.url, members[0]!.mobile, members[0]!.password)
      }
      const orderly: number[] = []
      for (let start = 0; start < ORDERLY_STARTS; start++) {
        await app.stop()
        app = await startServer({ dataDir })
        orderly.push(app.readyMs)
      }
      await app.stop()
      expect(median(afterKills)).toBeLessThan(AT_MOST_TIMES * median(orderly))
      await checkDurable(dataDir)
    },
  )
})
