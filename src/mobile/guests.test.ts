import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Pages by which one comes in, and the frame that leads there when a session is over. */
const WAYS_IN = ['src/mobile/App.tsx', 'src/modules/identity/mobile/']

it('whatever sends a guest to the login leads to the registration too', () => {
  const sends = globSync(['src/mobile/*.tsx', 'src/ui/*.tsx', 'src/modules/*/mobile/**/*.tsx'], { cwd: ROOT })
    .filter((file) => !WAYS_IN.some((way) => file.startsWith(way)))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ source }) => source.includes('paths.login('))
  expect(sends.map(({ file }) => file)).toContain('src/ui/LoginInvitation.tsx')
  expect(sends.filter(({ source }) => !source.includes('paths.register(')).map(({ file }) => file)).toEqual(
    [],
  )
})
