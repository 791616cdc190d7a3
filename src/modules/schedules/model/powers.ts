import { power, powers, terms } from '#modules/staff/model/power.ts'

/** Powers over what changes from the next business day on. */
export const POWERS = powers({
  'fees.set': terms,
  'limits.set': terms,
  /** Business days: of the market, of the bank, and of whoever answers members (decision 0068). */
  'calendar.set': power({
    ...terms,
    reason: 'listed',
    reasons: ['holiday-law', 'exchange-closed', 'calendar-wrong'],
  }),
  /** Session hours: of the market alone (decision 0081). */
  'hours.set': power({
    ...terms,
    reason: 'listed',
    reasons: ['half-day', 'exchange-hours', 'calendar-wrong'],
  }),
  'invitations.issue': terms,
})
