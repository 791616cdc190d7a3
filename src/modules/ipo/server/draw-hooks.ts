import type { PriceTenths } from '#kernel/price.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import { heldFor } from '#modules/draws/model/apply.ts'
import type {
  ApplicationRow,
  Drawn,
  DrawnProduct,
  DrawsPublic,
  DrawStep,
} from '#modules/draws/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { NewIssue, NewIssuesPublic } from '#modules/instruments/server/public.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { offerPrice } from '../model/offer-price.ts'
import { confirmUntil, paymentWindow } from '../model/payment.ts'
import { giveWin } from './win.ts'
import { results } from './tables.ts'
import { mayWithdraw, withdrawOffering } from './withdraw.ts'

export type HookDeps = { draws: DrawsPublic; newIssues: NewIssuesPublic }

const unitsIn = (applications: readonly ApplicationRow[]): number =>
  applications.reduce((sum, { units }) => sum + units, 0)

/** The rules of this kind, as the module of draws asks for them. */
export function ipoProduct({ draws, newIssues }: HookDeps): DrawnProduct<'ipo'> {
  return {
    kind: 'ipo',
    units: ({ publicUnits, perMemberUnits }) => ({ offered: publicUnits, perMember: perMemberUnits }),
    holdTenths: ({ bandHighTenths }) => bandHighTenths,
    isTooLate: (terms, { at }) => confirmUntil(paymentWindow(terms), 'draw', at) === null,
    decided(step, drawn) {
      const {
        listing: { id, terms },
        allotted,
        waiting,
      } = drawn
      const applications = [...allotted, ...waiting]
      const wantedUnits = unitsIn(applications)
      const offerTenths = offerPrice({ ...terms, offeredUnits: terms.publicUnits, wantedUnits })
      const confirmBy = confirmUntil(paymentWindow(terms), 'draw', step.at)!
      const listed = newIssues.list(step.tables, issueOf(terms, offerTenths), step.at)
      const isVoid = !listed.ok
      step.tables
        .of(results)
        .insert({
          id,
          code: terms.code,
          offerTenths,
          applications: applications.length,
          wantedUnits,
          decidedAt: step.at,
          passedOnAt: null,
          endedAt: null,
          listedAt: null,
          isVoid,
        })
      if (isVoid) return allBack(draws, step, drawn)
      const events = allotted.flatMap((application) => {
        // The held amount was reckoned at the top of the band.
        const payableYen = heldFor(application.wonUnits, offerTenths)
        const held = draws.release(step, application, draws.heldYen(application) - payableYen)
        return giveWin(step, {
          application: held,
          code: terms.code,
          offerTenths,
          payableYen,
          confirmBy,
          by: 'draw',
        })
      })
      const rest = waiting.map(({ id: about, memberId }, index) =>
        notify(step.tables, step, memberId, {
          kind: 'ipoNotWon',
          args: { code: terms.code, place: index + 1 },
          about,
        }),
      )
      return [...events, ...rest, ...listed.events]
    },
    withdrawal: {
      may: mayWithdraw,
      carryOut: (step, listing) => withdrawOffering({ draws, newIssues }, step, listing),
    },
    unmade: (step, { listing: { terms }, returned }) =>
      returned.map((application) => tellVoid(step, application, terms)),
  }
}

/** The market cannot take the issue: every yen goes back, and nobody has won. */
function allBack(
  draws: DrawsPublic,
  step: DrawStep,
  { listing: { terms }, allotted, waiting }: Drawn<'ipo'>,
): readonly DomainEvent[] {
  for (const application of allotted) draws.release(step, application)
  return [...allotted, ...waiting].map((application) => tellVoid(step, application, terms))
}

function tellVoid(
  step: DrawStep,
  { id, memberId, units }: ApplicationRow,
  { code, bandHighTenths }: Terms<'ipo'>,
): DomainEvent {
  return notify(step.tables, step, memberId, {
    kind: 'ipoVoid',
    args: { code, amount: heldFor(units, bandHighTenths) },
    about: id,
  })
}

/** The issue as the market takes it. */
const issueOf = (
  { code, names, profile, sector, segment, sharesOutstanding, issueOn }: Terms<'ipo'>,
  offerTenths: PriceTenths,
): NewIssue => ({ code, names, profile, sector, segment, sharesOutstanding, issueOn, offerTenths })
