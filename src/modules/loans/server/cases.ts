import type { AppContext } from '#modules/module.ts'
import type { CaseReader } from '#modules/staff/server/public.ts'
import { affordable } from '../model/affordability.ts'
import type { Checks } from './checks.ts'
import { loans } from './tables.ts'

/** Cases of requests about a loan: how much, to whom, and whether it can be afforded. */
export function loanCases(context: AppContext, checks: Checks): CaseReader {
  const rowOf = (subject: string) => context.engine.read.of(loans).get(subject)
  return {
    powers: ['loan.approve', 'loan.refuse'],
    yen: (subject) => rowOf(subject)?.yen ?? null,
    async brief(subject, _body, lang) {
      const row = rowOf(subject)
      return row === undefined
        ? null
        : {
            name: context.text(lang, 'loans.console.number', { number: String(row.number) }),
            amount: row.yen,
            account: null,
            address: { page: 'loans', at: row.id },
          }
    },
    async detail(subject, _body, lang) {
      const row = rowOf(subject)!
      const { details, verifiedName, checks: all } = await checks.of(row)
      return {
        person: verifiedName,
        facts: [
          { label: context.text(lang, 'loans.form.name'), value: details?.name ?? '—' },
          {
            label: context.text(lang, 'loans.means.title'),
            value: affordable(checks.means(row.memberId, row.incomeYen)).headroomYen,
          },
        ],
        checks: all.map(({ name, passed }) => ({
          label: context.text(lang, `loans.console.check.${name}`),
          passed,
          value: null,
        })),
        look: 'loan',
      }
    },
  }
}
