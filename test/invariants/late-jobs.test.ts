import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import { startApp, type AppContext } from './app.ts'
import { DEADLINES } from './late-jobs.ts'
import { applies, expectGood, offering, richMember } from './people.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe.each(Object.entries(DEADLINES))('%s, while the job that ends it does not come', (_, deadline) => {
  it.each([
    ['a moment before its end', -1, 'good'],
    ['at its end', 0, deadline.over],
    ['an hour after', HOUR, deadline.over],
  ])('%s', async (_when, offset, word) => {
    const { endsAt, act } = await deadline.begin(app)
    app.clock.pass(endsAt + offset - app.clock.market())
    expect(await act()).toBe(word)
  })
})

it('a list whose root is published takes nobody, whatever the clock says', async () => {
  const { id, drawId } = await offering(app)
  const { id: other } = await richMember(app)
  await expectGood(applies(app, id, drawId))
  const { closesAt } = app.disk.row('draws', drawId)!
  await expectGood(app.run('draw.close', { id: drawId, at: closesAt }))
  expect(app.clock.market()).toBeLessThan(closesAt)
  expect((await applies(app, other, drawId)).said).toBe('APPLICATIONS_CLOSED')
})
