import { dateJst, type DateJst } from '#kernel/time.ts'
import type { OfferingView } from '#modules/ipo/contract.ts'

export const IPO_STEPS = ['opens', 'closes', 'draw', 'payment', 'listing'] as const
export type IpoStep = (typeof IPO_STEPS)[number]
export type IpoDate = { date: DateJst; step: IpoStep; offering: OfferingView }

/** Steps of offerings in a span of days, by day; those of a void one too, which is said. */
export function ipoDates(
  offerings: readonly OfferingView[],
  { from, to }: { from: DateJst; to: DateJst },
): IpoDate[] {
  const dayOf: Readonly<Record<IpoStep, (offering: OfferingView) => DateJst>> = {
    opens: ({ opensAt }) => dateJst(Date.parse(opensAt)),
    closes: ({ closesAt }) => dateJst(Date.parse(closesAt)),
    draw: ({ drawOn }) => drawOn,
    payment: ({ payFrom }) => dateJst(Date.parse(payFrom)),
    listing: ({ issueOn }) => issueOn,
  }
  return offerings
    .flatMap((offering) => IPO_STEPS.map((step) => ({ date: dayOf[step](offering), step, offering })))
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
