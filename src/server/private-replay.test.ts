import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Misconfigured } from '#platform/misconfigured.ts'
import { refuseMany } from '#modules/identity/server/register.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const ONE_REGISTRANT = 'このサーバーは1名の私的利用に限られるため、これ以上登録できません'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-private-'))
  const [file, listing] = [join(folder, 'bars.csv'), join(folder, 'listing.csv')]
  const days = ['2026-06-01', '2026-06-02', '2026-06-03']
  const bars = days.map((date) => `2001,${date},1000,1010,990,1000,5000000`)
  writeFileSync(file, ['code,date,open,high,low,close,volume', ...bars].join('\n'))
  writeFileSync(
    listing,
    'code,name_ja,name_en,market,sector17_code,scale\n2001,試験,Test,プライム（内国株式）,6,TOPIX Large70\n',
  )
  writeFileSync(join(folder, 'source.json'), '{"source":"jquants","isPrivate":true}')
  app = await startTestApp({
    env: { MARKET: 'replay', REPLAY_FILE: file, REPLAY_LISTING: listing, REPLAY_FROM: '2026-06-02' },
  })
}, 60_000)
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('on prices for private use one person registers, of several at once too, and the next is told why not', async () => {
  const both = await Promise.allSettled(['09013570001', '09013570002'].map((mobile) => app.enrol(mobile)))
  const refused = { status: 'rejected', reason: expect.objectContaining({ message: ONE_REGISTRANT }) }
  expect(both.filter(({ status }) => status === 'rejected')).toEqual([refused])
  await expect(app.enrol('09013570003')).rejects.toThrow(ONE_REGISTRANT)
})

it('a server that has more members does not start on them', async () => {
  // The demo members are nobody; without them in mind they are people.
  await expect(refuseMany(app.context, [])).rejects.toThrow(
    /private use of one person, and this server has \d members/,
  )
  await expect(refuseMany(app.context, [])).rejects.toThrow(Misconfigured)
  await expect(refuseMany(app.context, app.modules.identity.demoMemberIds())).resolves.toBeUndefined()
})
