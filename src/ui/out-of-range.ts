import type { useT } from '#client/texts.ts'

/** The range of an entry that lies outside: between two figures, or the only one that there is. */
export const outOfRange = (t: ReturnType<typeof useT>, min: number, max: number): string =>
  min < max ? t('ui.range', { min, max }) : t('ui.rangeOfOne', { only: max })
