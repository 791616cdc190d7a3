import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'

/** Members' names against a list in a file; a hit opens a case, and nothing else happens. */
const folder = mkdtempSync(join(tmpdir(), 'akari-list-'))
const file = join(folder, 'list.csv')
let app: TestApp
let reviewer: AtConsole
const screen = async (): Promise<void> => {
  await app.modules.all
    .flatMap(({ scans = [] }) => scans)
    .find(({ name }) => name === 'signals.screen')!
    .look()
}
const hits = async (): Promise<AnyJson[]> => (await reviewer.get('/cases?rule=listed-name')).rows

beforeAll(async () => {
  writeFileSync(file, 'id;name\nX-1;Somebody Else\n')
  app = await startTestApp({ env: { DEMO_DESK: 'off', SCREENING_LIST: file } })
  reviewer = await atConsole(app, 'demo-reviewer-1')
  const member = await app.enrol('090-5151-4545')
  await verifyByHand(app, member)
}, 90_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('screening', () => {
  it('finds nobody who is not on the list', async () => {
    await screen()
    expect(await hits()).toEqual([])
  })

  it('holds all names against a list that has changed, and opens a case once', async () => {
    writeFileSync(file, 'id;name\nX-1;Somebody Else\nX-2;SATOH, Haruka;Nobody\n')
    await screen()
    await screen()
    const [found, ...more] = await hits()
    expect([found.signals, more]).toEqual([1, []])
    const { signals, list } = await reviewer.get(`/cases/${found.id}/evidence?lang=en`)
    expect(list).toBe('file')
    expect(signals[0].evidence).toMatchObject([{ what: 'listed', id: 'X-2', score: 100, yen: null }])
    expect(signals[0].definition).toContain('92 of 100')
  })

  it('goes on with the list before where a file is broken, and says the line', async () => {
    writeFileSync(file, 'id;name\nX-1\n')
    await expect(screen()).rejects.toThrow(/line 2 of .*list\.csv/)
    expect(await hits()).toHaveLength(1)
  })

  it('does not start with a list that is not there', () => {
    expect(() => readConfig({ DEMO: 'on', SCREENING_LIST: join(folder, 'none') })).toThrow(
      /SCREENING_LIST: there is no file/,
    )
  })
})

it('the demo setting has a simulated list, which says so', async () => {
  const demo = await startTestApp({ env: { DEMO_DESK: 'off' } })
  const member = await demo.enrol('090-5151-4646')
  await verifyByHand(demo, member, { kana: 'モギ イチロウ' })
  await demo.modules.all
    .flatMap(({ scans = [] }) => scans)
    .find(({ name }) => name === 'signals.screen')!
    .look()
  const desk = await atConsole(demo, 'demo-reviewer-1')
  const [found] = (await desk.get('/cases?rule=listed-name')).rows
  expect((await desk.get(`/cases/${found.id}/evidence`)).list).toBe('simulated')
}, 90_000)
