import { breaksWord, widthEm } from './text-width.ts'

/**
 * The place of a title in the bar: in the line of the badge, or over it, where it has the width of both.
 */
export type TitleLook = { readonly size: 3 | 2 | 1; readonly isOver: boolean; readonly isWhole: boolean }

/** Pixels of each size of letters, and of the narrowest window's bar (320) beside all that stands in it. */
const LETTER = { 3: 17, 2: 14, 1: 12 } as const
const BESIDE = { bare: 167, withActions: 87 } as const
const OVER = { bare: 260, withActions: 180 } as const

/** Lines that a text takes, broken between words, in languages without them anywhere. */
export function linesOf(text: string, spaceEm: number): number {
  if (!/[\p{Script=Latin}]{2}/u.test(text)) return Math.ceil(widthEm(text) / Math.floor(spaceEm))
  let [lines, left] = [1, spaceEm]
  for (const word of text.split(/\s+/)) {
    const width = widthEm(word)
    if (width > left && left < spaceEm) [lines, left] = [lines + 1, spaceEm]
    left -= width + widthEm(' ')
  }
  return lines
}

/** The largest look in which a title is read whole in two lines at most. Pure. */
export function titleLook(title: string, hasActions: boolean, canBeOver = true): TitleLook {
  const by = hasActions ? 'withActions' : 'bare'
  const fits = (space: number, size: TitleLook['size']) =>
    !breaksWord(title, space / LETTER[size]) && linesOf(title, space / LETTER[size]) <= 2
  for (const size of [3, 2] as const)
    if (fits(BESIDE[by], size)) return { size, isOver: false, isWhole: true }
  if (!canBeOver) return { size: 2, isOver: false, isWhole: false }
  const isOneLine = widthEm(title) <= OVER[by] / LETTER[2]
  return { size: isOneLine ? 2 : 1, isOver: true, isWhole: isOneLine || fits(OVER[by], 1) }
}
