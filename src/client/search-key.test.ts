import { expect, it } from 'vitest'
import { asksForSearch } from './search-key.ts'

const press = {
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
}
/** An element that lies in one of these. */
const inside = (...kinds: string[]) => ({
  closest: (selector: string) => selector.split(', ').some((one) => kinds.includes(one)),
})

it.each<
  [what: string, part: Partial<typeof press>, target: Parameters<typeof asksForSearch>[1], yes: boolean]
>([
  ['the key on the page', {}, inside('body'), true],
  ['nothing has the focus', {}, null, true],
  ['on a link or a button', {}, inside('a', 'button'), true],
  ['another key', { key: 's' }, null, false],
  ['full width, which an input method makes', { key: '／' }, null, false],
  ['with Ctrl', { ctrlKey: true }, null, false],
  ['with Command', { metaKey: true }, null, false],
  ['with Alt', { altKey: true }, null, false],
  ['in the middle of a word', { isComposing: true }, null, false],
  ['somebody has taken it', { defaultPrevented: true }, null, false],
  ['in a field', {}, inside('input'), false],
  ['in a text of lines', {}, inside('textarea'), false],
  ['in a choice', {}, inside('select'), false],
  ['in a figure', {}, inside('[role="spinbutton"]'), false],
  ['in a text that is edited in place', {}, { isContentEditable: true }, false],
])('%s asks for the search: %#', (_what, part, target, yes) => {
  expect(asksForSearch({ ...press, ...part }, target)).toBe(yes)
})
