import { dateJst } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { NO_DETAIL, plainCase, type StaffPublic } from '#modules/staff/server/public.ts'
import { CASE_READERS } from '../model/powers.ts'
import { isSealed } from '../model/seal.ts'
import { caseFound, waitingCases, type Cases } from './case-queries.ts'
import { caseSeals, type SealRow } from './tables.ts'

type Deps = {
  context: AppContext
  staff: Pick<StaffPublic, 'cases' | 'outsideQueue'>
  cases: Pick<Cases, 'entriesOf'>
  sealOf: (caseId: string) => SealRow | undefined
}

/** Requests about seals, as whoever signs them reads them, and the queue of open cases. */
export function layBeforeStaff({ context, staff, cases, sealOf }: Deps): void {
  const { db } = context
  staff.cases({
    powers: ['case.seal', 'case.reveal', 'case.withhold'],
    brief: async (id) => {
      const row = await caseFound(db, id)
      return row === undefined ? null : plainCase(`#${row.memberNumber}`, { page: 'cases', at: id })
    },
    // Facts that a list of cases shows, too: none of them is a look at the member.
    async detail(id, _body, lang) {
      const row = await caseFound(db, id)
      const fact = (key: string, value: string) => ({
        label: context.text(lang, `signals.console.${key}`),
        value,
      })
      if (row === undefined) return NO_DETAIL
      const rules = row.rules.map((rule) => context.text(lang, `signals.rule.${rule}`)).join(' / ')
      const seal = sealOf(id)
      const facts = [
        fact('member', `#${row.memberNumber}`),
        ...(row.ground === null
          ? [fact('rules', rules)]
          : [fact('ground', context.text(lang, `staff.reason.${row.ground}`))]),
        fact('signals', String(row.signals)),
        fact('opened', dateJst(row.openedAt)),
        ...(seal === undefined
          ? []
          : [
              fact('seal.since', dateJst(seal.sealedAt)),
              fact('seal.reason', context.text(lang, `staff.reason.${seal.reason}`)),
              fact('seal.entries', String((await cases.entriesOf(id)).filter((each) => each.sealed).length)),
            ]),
      ]
      return { ...NO_DETAIL, facts }
    },
  })
  // A sealed case waits for those who sealed it, and shows in no queue.
  staff.outsideQueue({
    name: 'cases',
    roles: CASE_READERS,
    only: true,
    async read() {
      const sealed = context.engine.read.of(caseSeals).all().filter(isSealed)
      const { count, rows } = await waitingCases(
        db,
        sealed.map(({ caseId }) => caseId),
      )
      return {
        count,
        cases: rows.map(({ id, memberId, openedAt, assignedTo }) => ({
          subject: id,
          memberId,
          since: openedAt,
          assignedTo,
        })),
      }
    },
  })
}
