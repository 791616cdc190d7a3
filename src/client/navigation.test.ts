import { expect, test, vi } from 'vitest'

test('navigation waits in its order until the first page stands', async () => {
  const writes: string[] = []
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, url: string) => writes.push(`push ${url}`),
    replaceState: (_: unknown, __: string, url: string) => writes.push(`replace ${url}`),
  })
  const { navigate, firstPageReady } = await import('./navigation.ts')
  const { paths } = await import('./paths.ts')
  expect(navigate.redirect(paths.settings())).toBeNull()
  expect(navigate.to(paths.switchLanguage())).toBeNull()
  expect(navigate.to(paths.switchLanguage())).toBeNull()
  expect(writes).toEqual([])
  firstPageReady()
  // The third was the second once more: locked, in silence.
  expect(writes).toEqual([`replace ${paths.settings()}`, `push ${paths.switchLanguage()}`])
  expect(navigate.to(paths.switchLanguage())).toMatchObject({ code: 'LOCKED', message: 'url locked' })
  vi.unstubAllGlobals()
})
