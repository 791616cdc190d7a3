import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { askForCodeAgain, lazily } from './lazily.ts'

/** Markup of a component once its code is here; rejects where that could not be had. */
async function shown(component: Parameters<typeof createElement>[0]): Promise<string> {
  const { prelude } = await prerender(createElement(component), { onError: () => {} })
  return new Response(prelude).text()
}

test('code that could not be had is asked for again, once it is worth it, and then kept', async () => {
  const Page = () => createElement('p', {}, 'the page')
  const load = vi
    .fn<() => Promise<{ default: typeof Page }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: Page })
  const Lazy = lazily(load)

  await expect(shown(Lazy)).rejects.toThrow('Failed to fetch')
  // Shown again by a render that changes nothing: a page that fails is not asked for in a loop.
  await expect(shown(Lazy)).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(1)

  askForCodeAgain()
  expect(await shown(Lazy)).toBe('<p>the page</p>')
  askForCodeAgain()
  expect(await shown(Lazy)).toBe('<p>the page</p>')
  expect(load).toHaveBeenCalledTimes(2)
})
