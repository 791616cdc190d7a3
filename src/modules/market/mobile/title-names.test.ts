import { expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { titleLook } from '#ui/title-look.ts'

it.each(LANGS)('every name of the simulated market is read whole in the bar of its page (%s)', (lang) => {
  const names = simulatedUniverse('any').map(({ names }) => names[lang])
  expect(names.filter((name) => !titleLook(name, true).isWhole)).toEqual([])
})
