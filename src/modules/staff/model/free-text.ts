import { no, type Refusal } from '#kernel/result.ts'
import { lineProblem } from './line-filter.ts'

export const TEXT_SHORTEST = 20
export const TEXT_LONGEST = 500

/** Refusals of the free text of a reason, in the order in which they are checked. */
export const TEXT_REJECTIONS = ['TEXT_LENGTH', 'TEXT_DEMANDS'] as const

/** Security-and-trust 4: 20–500 characters, and no demand for money, account, wallet or link in it. */
export function freeTextProblem(text: string): Refusal<(typeof TEXT_REJECTIONS)[number]> | null {
  const characters = [...text.trim()].length
  if (characters < TEXT_SHORTEST || characters > TEXT_LONGEST)
    return no('TEXT_LENGTH', { shortest: TEXT_SHORTEST, longest: TEXT_LONGEST })
  return lineProblem(text) === null ? null : no('TEXT_DEMANDS')
}
