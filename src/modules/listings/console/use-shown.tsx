import { PPM_OF_PERCENT } from '#kernel/money.ts'
import type { ReactNode } from 'react'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useSession } from '#client/session.ts'
import { iso } from '#kernel/time.ts'
import { langOf } from '#i18n/lang.ts'
import { SECTOR_IDS, SECTOR_NAMES, type SectorId } from '#modules/instruments/model/sectors.ts'
import { hasForm, type FieldType, type InventoryRow, type Words } from '../model/field.ts'

/** The form in which people see a value of terms, and the words for a choice. */
export function useShown() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const lang = langOf(useSession().locale)
  const choice = (value: string): string =>
    (SECTOR_IDS as readonly string[]).includes(value)
      ? SECTOR_NAMES[value as SectorId][lang]
      : text(`listings.choice.${value}`)
  function shown(type: FieldType, value: unknown): ReactNode {
    if (!hasForm(type, value)) return <span className="text-danger">{t('listings.console.missing')}</span>
    if (typeof type !== 'string') return choice(value as string)
    switch (type) {
      case 'names':
      case 'texts':
        return (value as Words)[lang]
      case 'price':
        return f.price((value as number) / 10)
      case 'yen':
        return f.money(value as number)
      case 'count':
      case 'bp':
        return f.quantity(value as number)
      case 'ppm':
        return f.ruleFigure((value as number) / PPM_OF_PERCENT)
      case 'instant':
        return f.moment(iso(value as number))
      case 'rows':
        return (value as readonly InventoryRow[])
          .map(({ code, long, short }) => `${code} ${long}/${short}`)
          .join(', ')
      default:
        return value as string
    }
  }
  return { shown, choice }
}
