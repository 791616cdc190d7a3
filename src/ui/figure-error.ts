import { useFormat, useT } from '#client/texts.ts'
import { isTooLong, type Typing } from '#kernel/typed.ts'

/** Decimals up to which a text is a figure that is too fine, and not none at all. */
const FINEST = 6

/**
 * The fault in a typed text that is no figure of its field: finer than the field counts, or no figure
 * at all.
 */
export function useFigureError(): (
  text: string,
  typing: Pick<Typing, 'decimals' | 'signed'> & {
    unit: NonNullable<Typing['unit']>
    tooFine?: ((value: number) => string) | undefined
  },
) => string {
  const t = useT()
  const f = useFormat()
  return (text, { decimals, unit, tooFine, ...typing }) => {
    const value = f.read(text, { ...typing, unit, decimals: FINEST })
    if (value !== null) return tooFine?.(value) ?? t('ui.tooFine', { decimals: String(decimals), unit })
    if (isTooLong(text)) return t('ui.range', { min: 0, max: 1e13 - 1 })
    return t('ui.notNumber', {
      example:
        unit === 'shares' || unit === 'units' ? f.number(100) : f.number(12_345.6, decimals === 0 ? 0 : 1),
    })
  }
}
