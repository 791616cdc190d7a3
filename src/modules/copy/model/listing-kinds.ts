import { dateJst } from '#kernel/time.ts'
import { problem, problems } from '#modules/listings/model/problem.ts'
import { kind, WINDOW } from '#modules/listings/model/terms.ts'

/** The lead's own stake, of the pool at its cap, so that it is never less (product decision 8). */
const LEAD_STAKE_PERCENT = 5
const LEAD_LEVELS: readonly string[] = ['advanced', 'core']
/** The highest fees (decided here): of gains above the high-water mark, and of the equity a year. */
const PERFORMANCE_MOST_PPM = 300_000
const MANAGEMENT_MOST_PPM = 20_000

/**
 * A pool with a lead trader (product decision 8): `closesAt` is the deadline for applications, `endsOn` the
 * day on which the pool ends.
 */
const copyProduct = kind({
  prefix: 'CPY',
  fields: {
    names: 'names',
    strategy: 'texts',
    leadMemberId: 'member',
    capYen: 'yen',
    minimumYen: 'yen',
    leadStakeYen: 'yen',
    performancePpm: 'ppm',
    managementPpm: 'ppm',
    ...WINDOW,
    endsOn: 'date',
  },
  check: (terms, { leadLevel }) =>
    problems(
      terms.endsOn <= dateJst(terms.closesAt) &&
        problem('endsOn', 'DATES_ORDER', { before: dateJst(terms.closesAt) }),
      leadLevel === null
        ? problem('leadMemberId', 'LEAD_UNKNOWN')
        : !LEAD_LEVELS.includes(leadLevel) && problem('leadMemberId', 'LEAD_LEVEL'),
      BigInt(terms.leadStakeYen) * 100n < BigInt(terms.capYen) * BigInt(LEAD_STAKE_PERCENT) &&
        problem('leadStakeYen', 'LEAD_STAKE', { percent: LEAD_STAKE_PERCENT }),
      terms.minimumYen > terms.capYen && problem('minimumYen', 'MINIMUM_ABOVE_CAP'),
      terms.performancePpm > PERFORMANCE_MOST_PPM &&
        problem('performancePpm', 'FEE_TOO_HIGH', { percent: PERFORMANCE_MOST_PPM / 10_000 }),
      terms.managementPpm > MANAGEMENT_MOST_PPM &&
        problem('managementPpm', 'FEE_TOO_HIGH', { percent: MANAGEMENT_MOST_PPM / 10_000 }),
    ),
})
export const LISTING_KINDS = { 'copy-product': copyProduct }
