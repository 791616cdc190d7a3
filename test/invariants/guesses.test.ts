import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { GUESSES } from './guesses.ts'
import { startApp, type AppContext } from './app.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Guesses at once: more than there are tries. */
const AT_ONCE = 3

describe.each(Object.entries(GUESSES))('%s', (_, { tries, wrong, bounded, begin }) => {
  it('is right after all wrong tries but the last', async () => {
    const { guess, right } = await begin(app)
    for (let n = 1; n < tries; n++) expect([n, await guess()]).toEqual([n, wrong])
    expect(await right()).toBe('good')
  })
  it('is refused by its name after the last one, also where it is right', async () => {
    const { guess, right } = await begin(app)
    for (let n = 1; n < tries; n++) expect([n, await guess()]).toEqual([n, wrong])
    expect([wrong, bounded]).toContain(await guess())
    expect([await right(), await guess(), await right()]).toEqual([bounded, bounded, bounded])
  })
  it('has no more tries at once than one after the other', async () => {
    const { guess, right } = await begin(app)
    const said = await app.atOnce(Array.from({ length: tries * AT_ONCE }, () => guess))
    expect(said.filter((each) => each !== wrong && each !== bounded && each !== 'TOO_MANY')).toEqual([])
    if (bounded !== wrong) expect(said.filter((each) => each === wrong).length).toBeLessThanOrEqual(tries)
    expect([bounded, 'TOO_MANY']).toContain(await right())
  })
})

it('an address asks for so many challenges to passkeys of the console as it has tries at passwords', async () => {
  const { max } = LIMITS.login.perAddress[0]!
  const asks = async (address: string) => (await app.call('consoleAskPasskey', { address })).said
  for (let n = 0; n < max; n++) expect(await asks('192.0.2.7')).toBe('good')
  expect(await asks('192.0.2.7')).toBe('TOO_MANY')
  expect(await asks('192.0.2.8')).toBe('good')
})
