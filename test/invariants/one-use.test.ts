import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type AppContext } from './app.ts'
import { ONE_USE } from './one-use.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Uses that come together. */
const AT_ONCE = 5

describe.each(Object.entries(ONE_USE))('%s', (_, { once, begin }) => {
  it('is good once: not again, and not for anything else', async () => {
    const use = await begin(app)
    expect([await use(), await use(), await use()]).toEqual(['good', once, once])
    for (const rival of use.rivals ?? []) expect(await rival()).not.toBe('good')
  })
  it('is good for one of those who come at once', async () => {
    const use = await begin(app)
    const said = await app.atOnce([...Array.from({ length: AT_ONCE }, () => use), ...(use.rivals ?? [])])
    expect(
      said.filter((each) => each === 'good'),
      said.join(),
    ).toHaveLength(1)
  })
})
