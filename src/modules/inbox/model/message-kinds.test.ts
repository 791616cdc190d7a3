import { expect, it } from 'vitest'
import { argKinds } from '#i18n/compile.ts'
import { readCatalogue } from '#i18n/catalogues.ts'
import { LANGS } from '#i18n/lang.ts'
import { MESSAGE_KINDS, messageKey, messageKind } from '#registry/message-kinds.ts'
import { messageId } from './message-id.ts'

const catalogues = LANGS.map((lang) => [lang, readCatalogue(lang)] as const)

it.each(
  MESSAGE_KINDS.flatMap((kind) => catalogues.map(([lang, catalogue]) => [kind, lang, catalogue] as const)),
)('%s is worded in %s with no other argument than it has', (kind, _, catalogue) => {
  const title = catalogue[messageKey(kind, 'title')]
  const text = catalogue[messageKey(kind, 'text')]
  expect(title).toBeDefined()
  expect(text).toBeDefined()
  const { args } = messageKind(kind)
  const known = [...args, ...(args.includes('code') ? ['name'] : [])]
  for (const used of Object.keys({ ...argKinds(title!), ...argKinds(text!) })) expect(known).toContain(used)
})

it('numbers messages so that later commands come later, and a repeat is the same', () => {
  const about = '019a5f3e-0000-7000-8000-000000000000'
  expect(messageId(9, 'orderFilled', about) < messageId(10, 'orderFilled', about)).toBe(true)
  expect(messageId(9, 'orderFilled', about)).toBe(messageId(9, 'orderFilled', about))
  expect(messageId(9, 'orderFilled', about)).not.toBe(messageId(9, 'lotClosed', about))
  expect(messageId(999_999_999_999, 'shortfall', about)).toMatch(/^[0-9A-Za-z-]{1,64}$/)
})
