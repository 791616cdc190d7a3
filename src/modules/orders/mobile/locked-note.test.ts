import { expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'
import { LEVEL_LIMITS, LEVELS } from '#modules/identity/model/levels.ts'

const say = loadTexts()

it.each(LANGS)(
  'the note on locked leverages names what lies ahead and nothing that is reached (%s)',
  (lang) => {
    for (const level of LEVELS.slice(0, -1)) {
      const note = say(lang, 'orders.ticket.lockedNote', { level: '', has: level, leverage: '' })
      const named = [...note.matchAll(/\d(?:[.,]\d)?/g)].map(([figure]) => Number(figure.replace(',', '.')))
      const ahead = LEVELS.slice(LEVELS.indexOf(level) + 1).map((each) => LEVEL_LIMITS[each].maxLeverage)
      expect(named, level).toEqual(ahead)
    }
  },
)
