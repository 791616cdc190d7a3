import { no } from '#kernel/result.ts'
import type { Operator } from '#platform/http/route-handler.ts'
import { NotFound, on, type AppContext, type RouteHandler } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { caseNote, refuseStep } from '../model/case.ts'
import type { CaseFound, Cases } from './case-queries.ts'
import { linksNamed, memberWithCase } from './link-queries.ts'

type Deps = {
  context: AppContext
  staff: Pick<StaffPublic, 'may' | 'personOf'>
  cases: Pick<Cases, 'open'>
  /** A case that this operator may see; throws `NotFound`. */
  found: (id: string, operator: Operator) => Promise<CaseFound>
  headOf: (row: CaseFound) => contract.CaseHead
}

/** Cases that people open by hand. */
export function openingRoutes({ context: { db }, staff, cases, found, headOf }: Deps): RouteHandler[] {
  /** The case, where the operator may see it: of a sealed one nobody else is told. */
  const visible = async (id: string, operator: Operator): Promise<CaseFound | null> => {
    try {
      return await found(id, operator)
    } catch (failure) {
      if (failure instanceof NotFound) return null
      throw failure
    }
  }
  return [
    on(contract.memberForCase, async ({ operator, params: { memberId } }) => {
      const about = await memberWithCase(db, memberId)
      if (about === null) throw new NotFound('member')
      const open = about.caseId === null ? null : await visible(about.caseId, operator)
      return { number: about.number, open: open === null ? null : headOf(open), simulated: true as const }
    }),
    on(contract.openCase, async ({ operator, input }) => {
      const { operatorId } = operator
      const mayNot = staff.may(operatorId, 'case.open')
      if (mayNot !== null) return mayNot
      const { memberId, ground, evidence, seal } = input
      if ((await memberWithCase(db, memberId)) === null) throw new NotFound('member')
      const words = caseNote(input.words)
      const refused = refuseStep('open', words)
      if (refused !== null) return refused
      const named = await linksNamed(db, memberId, [...new Set(evidence)])
      const unknown = named.find(({ link }) => link === null)
      if (unknown !== undefined) return no('CASE_EVIDENCE_UNKNOWN', { number: unknown.name })
      const opened = await cases.open({
        memberId,
        ground,
        words,
        links: named.flatMap(({ link }) => link ?? []),
        toSeal: seal,
        by: staff.personOf(operatorId),
      })
      if (!opened.ok) return opened
      const { id, joined, written } = opened.value
      return (await visible(id, operator)) === null
        ? { id: null, joined: false, written }
        : { id, joined, written }
    }),
  ]
}
