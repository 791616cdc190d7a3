import type { MemberId } from '#kernel/id.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as guests from '../contract.ts'
import * as contract from '../operator-contract.ts'
import { caseNote, type EntryKind } from '../model/case.ts'
import { RULE_NAMES, thresholdsOf, type RuleName } from '../model/rules.ts'
import type { Evidence } from '../model/signal.ts'
import { caseFound, newestCases, numbersOf, openCases, type CaseFound } from './case-queries.ts'
import { watchSignals } from './watch.ts'

const SIMULATED = { simulated: true } as const
const maybe = (at: Ms | null): string | null => (at === null ? null : iso(at))

type Deps = { staff: StaffPublic; market: Pick<MarketPublic, 'instrument'> }

/** Risk signals, found by published rules, and the cases in which people look at them. */
export function createSignals(context: AppContext, { staff, market }: Deps): Module {
  const { db } = context
  const cases = openCases(context)
  const definition = (rule: RuleName, lang: string): string =>
    context.text(lang, `signals.rule.${rule}.means`, thresholdsOf(rule))
  const found = async (id: string): Promise<CaseFound> => {
    const row = await caseFound(db, id)
    if (row === undefined) throw new NotFound('case')
    return row
  }
  const headOf = (row: CaseFound): contract.CaseHead => ({
    id: row.id,
    memberId: row.memberId,
    memberNumber: row.memberNumber,
    state: row.state,
    rules: row.rules,
    signals: row.signals,
    openedAt: iso(row.openedAt),
    lastAt: iso(row.lastAt),
    assigned: row.assignedTo === null ? null : staff.personOf(row.assignedTo),
    closedAt: maybe(row.closedAt),
    reason: row.reason,
  })
  const stepOf = (operatorId: string, caseId: string, kind: EntryKind, words = '') => ({
    caseId,
    kind,
    words,
    ...staff.personOf(operatorId),
  })
  /** The step as it was written; throws `NotFound` where there is no such case. */
  const written = async (...made: Parameters<typeof cases.step>) => {
    const answer = await cases.step(...made)
    if (answer === undefined) throw new NotFound('case')
    return answer
  }
  return {
    name: 'signals',
    macs: cases.lists,
    scans: [watchSignals(context, cases, (code) => market.instrument(code)?.sharesOutstanding || null)],
    routes: [
      on(guests.listRiskRules, ({ lang }) => ({
        rules: RULE_NAMES.map((rule) => ({
          rule,
          name: context.text(lang, `signals.rule.${rule}`),
          definition: definition(rule, lang),
          thresholds: { ...thresholdsOf(rule) },
        })),
      })),
      on(contract.listCases, async ({ query }) => {
        const { rows, next, total } = await newestCases(db, query, askedPage(query))
        return { rows: rows.map(headOf), next, total, ...SIMULATED }
      }),
      on(contract.showCase, async ({ params: { id } }) => {
        const row = await found(id)
        const entries = await cases.entriesOf(id)
        return {
          ...headOf(row),
          entries: entries.map(({ id: entryId, kind, words, operatorId, role, number, at }) => ({
            id: entryId,
            kind,
            words,
            by: { operatorId, role, number },
            at: iso(at),
          })),
          ...SIMULATED,
        }
      }),
      on(contract.showCaseEvidence, async ({ operator, params: { id }, lang }) => {
        const { memberId } = await found(id)
        await staff.logRead(operator.operatorId, memberId, 'case')
        const rows = (await cases.signalsOf(id)).map(({ evidence, others, ...row }) => ({
          ...row,
          evidence: JSON.parse(evidence) as Evidence[],
          others: JSON.parse(others) as MemberId[],
        }))
        const numbers = await numbersOf(db, [...new Set(rows.flatMap(({ others }) => others))])
        return {
          signals: rows.map(({ id: signalId, rule, happenedAt, at, evidence, others }) => ({
            id: signalId,
            rule,
            definition: definition(rule, lang),
            happenedAt: iso(happenedAt),
            at: iso(at),
            evidence: evidence.map((each) => ({ ...each, at: maybe(each.at) })),
            others: others.flatMap((other) => {
              const number = numbers.get(other)
              return number === undefined ? [] : { memberId: other, number }
            }),
          })),
          ...SIMULATED,
        }
      }),
      on(contract.writeCaseNote, async ({ operator: { operatorId }, params: { id }, input }) => {
        const mayNot = staff.may(operatorId, 'case.note')
        if (mayNot !== null) return mayNot
        const note = await written(stepOf(operatorId, id, 'note', caseNote(input.words)))
        return note.ok ? { id: note.value.id } : note
      }),
      on(contract.takeCase, async ({ operator: { operatorId }, params: { id }, input: { takes } }) => {
        const mayNot = staff.may(operatorId, 'case.note')
        if (mayNot !== null) return mayNot
        const assignedTo = takes ? operatorId : null
        const taken = await written(stepOf(operatorId, id, takes ? 'taken' : 'given-back'), () => ({
          assignedTo,
        }))
        return taken.ok ? { assigned: takes ? staff.personOf(operatorId) : null } : taken
      }),
      on(contract.closeCase, async ({ operator: { operatorId }, params: { id }, input: { reason } }) => {
        const mayNot = staff.may(operatorId, 'case.close')
        if (mayNot !== null) return mayNot
        const closed = await written(stepOf(operatorId, id, 'closed', reason), (at) => ({
          state: 'closed',
          closedAt: at,
          reason,
        }))
        return closed.ok ? { closedAt: iso(closed.value.at) } : closed
      }),
    ],
  }
}
