import type { Format } from '#i18n/format.ts'
import type { Lang } from '#i18n/lang.ts'
import { PPM_OF_PERCENT } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { SECTOR_IDS, SECTOR_NAMES, type SectorId } from '#modules/instruments/model/sectors.ts'
import { hasForm, type FieldType, type InventoryRow, type Words } from './field.ts'

/** A language as values of terms are worded in it. */
export type Wording = { lang: Lang; f: Format; choice: (value: string) => string }

/** The words for one of the values that a field may be. */
export const shownChoice = (value: string, { lang, choice }: Wording): string =>
  (SECTOR_IDS as readonly string[]).includes(value) ? SECTOR_NAMES[value as SectorId][lang] : choice(value)

/**
 * The form in which people see a value of terms; null: it has not the form of its field. Units stand in the
 * name of the field: yen, percent, units of trading.
 */
export function shownValue(type: FieldType, value: unknown, wording: Wording): string | null {
  if (!hasForm(type, value)) return null
  if (typeof type !== 'string') return shownChoice(value as string, wording)
  const { f, lang } = wording
  switch (type) {
    case 'names':
    case 'texts':
      return (value as Words)[lang]
    case 'price':
      return f.price((value as number) / 10)
    case 'yen':
    case 'count':
    case 'bp':
      return f.quantity(value as number)
    case 'ppm':
      return f.ruleFigure((value as number) / PPM_OF_PERCENT)
    case 'instant':
      return f.moment(iso(value as number))
    case 'date':
    case 'past':
      return f.day(value as string)
    case 'rows':
      return (value as readonly InventoryRow[])
        .map(({ code, long, short }) => `${code} ${f.quantity(long)}/${f.quantity(short)}`)
        .join(', ')
    default:
      return value as string
  }
}
