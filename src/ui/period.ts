import { addDays, type DateJst } from '#kernel/time.ts'

export const PERIODS = ['month', 'lastMonth', 'year', 'all', 'custom'] as const
export type PeriodName = (typeof PERIODS)[number]
/** `from` and `to` are days in Japan, both included; they count where the name is `custom`. */
export type PeriodChoice = {
  readonly name: PeriodName
  readonly from?: DateJst | undefined
  readonly to?: DateJst | undefined
}

/** The days of a choice, seen from a day; nothing for all time. */
export function daysOf(choice: PeriodChoice, today: DateJst): { from?: DateJst; to?: DateJst } {
  const first = `${today.slice(0, 7)}-01`
  switch (choice.name) {
    case 'month':
      return { from: first, to: today }
    case 'lastMonth': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return {}
    case 'custom':
      return { ...(choice.from ? { from: choice.from } : {}), ...(choice.to ? { to: choice.to } : {}) }
  }
}
