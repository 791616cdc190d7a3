import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { addMonths, iso, type Ms } from '#kernel/time.ts'
import { operatorCaller } from '#platform/engine/command.ts'
import type { Operator } from '#platform/http/route-handler.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as guests from '../contract.ts'
import * as contract from '../operator-contract.ts'
import { caseNote, linkOf, linkWords, waitsForSeal, type EntryKind } from '../model/case.ts'
import { RULE_NAMES, thresholdsOf, type RuleName } from '../model/rules.ts'
import { isSealed, isSecret, maySeeCase, maySeeEntry, sealState } from '../model/seal.ts'
import type { Evidence } from '../model/signal.ts'
import {
  assigneesOf,
  caseFound,
  newestCases,
  numbersOf,
  openCases,
  referencesOf,
  type CaseFound,
} from './case-queries.ts'
import { linkedRows, type LinkedRow } from './link-queries.ts'
import { openingRoutes } from './opening-routes.ts'
import { layBeforeStaff } from './desk.ts'
import { entryHash, monthOf, SEAL_EFFECTS, sealedEntriesCheck, writeSealedEntry } from './seal.ts'
import { caseSeals, sealedEntries, sealedMonths, type EntryRow } from './tables.ts'
import { screeningListOf, screenNames } from './screening.ts'
import { discloseLooks, watchSignals } from './watch.ts'

const SIMULATED = { simulated: true } as const
const maybe = (at: Ms | null): string | null => (at === null ? null : iso(at))

type Deps = { staff: StaffPublic; market: Pick<MarketPublic, 'instrument'> }

/** A linked row by its number alone: its figure and time are a look of their own. */
function namedLink(links: readonly LinkedRow[], words: string) {
  const row = links.find((each) => linkWords(each) === words)
  return row === undefined ? null : { what: row.what, id: row.id, reference: row.reference }
}

/** Risk signals, found by published rules, and the cases in which people look at them. */
export function createSignals(context: AppContext, { staff, market }: Deps): Module {
  const { db, clock } = context
  const sealOf = (caseId: string) => context.engine.read.of(caseSeals).get(caseId)
  const cases = openCases(context, {
    of: sealOf,
    async write(row) {
      const { id, caseId, operatorId } = row
      const { result } = await context.engine.submit(
        writeSealedEntry,
        { id, caseId, hash: entryHash(row) },
        operatorCaller(operatorId),
      )
      return result.ok ? null : result
    },
  })
  const list = screeningListOf(context.config)
  for (const effect of SEAL_EFFECTS) staff.register('signals', effect)
  layBeforeStaff({ context, staff, cases, sealOf })
  const definition = (rule: RuleName, lang: string): string =>
    context.text(lang, `signals.rule.${rule}.means`, thresholdsOf(rule))
  /** A case that this operator may see. */
  const found = async (id: string, operator: Operator): Promise<CaseFound> => {
    const row = await caseFound(db, id)
    if (row === undefined || !maySeeCase(sealOf(id), row.assignedTo, operator)) throw new NotFound('case')
    return row
  }
  /** True if this case, which the operator may see, is sealed first. */
  const waits = async (id: string, operator: Operator): Promise<boolean> =>
    waitsForSeal(await found(id, operator), sealOf(id), clock.wall())
  /** Rows that these entries link. */
  const linksOf = (entries: readonly EntryRow[]) =>
    linkedRows(
      db,
      entries.flatMap(({ kind, words }) => (kind === 'linked' ? (linkOf(words) ?? []) : [])),
    )
  /** Sealed cases that this operator may not see. */
  async function hiddenFrom(operator: Operator): Promise<string[]> {
    const sealed = context.engine.read.of(caseSeals).all().filter(isSealed)
    const assigned = await assigneesOf(
      db,
      sealed.map(({ caseId }) => caseId),
    )
    return sealed.flatMap((seal) =>
      maySeeCase(seal, assigned.get(seal.caseId) ?? null, operator) ? [] : seal.caseId,
    )
  }
  const sealStateOf = (caseId: string) => {
    const seal = sealOf(caseId)
    return seal === undefined ? null : sealState(seal)
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
    ground: row.ground,
    seal: sealStateOf(row.id),
  })
  const stepOf = (operatorId: string, caseId: string, kind: EntryKind, words = '') => ({
    caseId,
    kind,
    words,
    ...staff.personOf(operatorId),
  })
  /** A look at the evidence: among all looks, which the member reads, or under the seal of the case. */
  async function look(operatorId: string, caseId: string, memberId: MemberId): Promise<void> {
    if (isSecret(sealOf(caseId)) && (await cases.step(stepOf(operatorId, caseId, 'look')))?.ok) return
    await staff.logRead(operatorId, memberId, 'case')
  }
  /** Counts of the months that are over, the newest first. */
  function sealedCounts() {
    const rows = context.engine.read.of(sealedMonths).all()
    const now = monthOf(clock.wall())
    let standing = 0
    const months = []
    for (let month = rows[0]?.month ?? now; month < now; month = addMonths(month, 1)) {
      const row = rows.find((each) => each.month === month)
      const { sealed = 0, entries = 0, disclosed = 0, withheld = 0 } = row ?? {}
      standing += sealed - ended(month)
      months.push({ month, sealed, entries, disclosed, withheld, standing })
    }
    return months.toReversed()
  }
  /** Seals that ended in a month. */
  const ended = (month: string): number =>
    context.engine.read
      .of(caseSeals)
      .all()
      .filter(({ endedAt }) => endedAt !== null && monthOf(endedAt) === month).length
  /** The step as it was written; throws `NotFound` where there is no such case. */
  const written = async (...made: Parameters<typeof cases.step>) => {
    const answer = await cases.step(...made)
    if (answer === undefined) throw new NotFound('case')
    return answer
  }
  staff.sealedCount(() => {
    const last = sealedCounts()[0]
    return last === undefined ? null : { month: last.month, entries: last.entries }
  })
  return {
    name: 'signals',
    macs: cases.lists,
    tables: [caseSeals, sealedEntries, sealedMonths],
    stored: [sealedEntriesCheck],
    commands: [writeSealedEntry],
    // A list that cannot be read is said at the start, and not by a hit that never comes.
    start: async () => void (await list.entries()),
    scans: [
      watchSignals(context, cases, (code) => market.instrument(code)?.sharesOutstanding || null),
      discloseLooks(context, cases, staff),
      screenNames(context, list, cases),
    ],
    routes: [
      on(guests.listRiskRules, ({ lang }) => ({
        rules: RULE_NAMES.map((rule) => ({
          rule,
          name: context.text(lang, `signals.rule.${rule}`),
          definition: definition(rule, lang),
          thresholds: { ...thresholdsOf(rule) },
        })),
      })),
      on(guests.listSealedCounts, () => ({ months: sealedCounts() })),
      on(contract.listCases, async ({ operator, query }) => {
        const hidden = await hiddenFrom(operator)
        const { rows, next, total } = await newestCases(db, { ...query, hidden }, askedPage(query))
        return { rows: rows.map(headOf), next, total, ...SIMULATED }
      }),
      on(contract.showCase, async ({ operator, params: { id } }) => {
        const row = await found(id, operator)
        const seal = sealOf(id)
        const entries = (await cases.entriesOf(id)).filter((entry) => maySeeEntry(seal, entry, operator))
        const links = await linksOf(entries)
        return {
          ...headOf(row),
          entries: entries.map(({ id: entryId, kind, words, operatorId, role, number, at, sealed }) => ({
            id: entryId,
            kind,
            words,
            by: { operatorId, role, number },
            at: iso(at),
            sealed: sealed && isSecret(seal),
            link: kind === 'linked' ? namedLink(links, words) : null,
          })),
          waitsForSeal: waitsForSeal(row, seal, clock.wall()),
          sealing:
            seal === undefined
              ? null
              : {
                  reason: seal.reason,
                  sealedAt: iso(seal.sealedAt),
                  endedAt: maybe(seal.endedAt),
                  withheld: seal.withheld,
                },
          ...SIMULATED,
        }
      }),
      on(contract.showCaseEvidence, async ({ operator, params: { id }, lang }) => {
        const row = await found(id, operator)
        if (waitsForSeal(row, sealOf(id), clock.wall())) return no('CASE_SEAL_WAITS')
        const { memberId } = row
        await look(operator.operatorId, id, memberId)
        const links = await linksOf(
          (await cases.entriesOf(id)).filter((entry) => maySeeEntry(sealOf(id), entry, operator)),
        )
        const rows = (await cases.signalsOf(id)).map(({ evidence, others, ...row }) => ({
          ...row,
          evidence: JSON.parse(evidence) as Evidence[],
          others: JSON.parse(others) as MemberId[],
        }))
        const [numbers, references] = await Promise.all([
          numbersOf(db, [...new Set(rows.flatMap(({ others }) => others))]),
          referencesOf(db, [...new Set(rows.flatMap(({ evidence }) => evidence.map((each) => each.id)))]),
        ])
        return {
          signals: rows.map(({ id: signalId, rule, happenedAt, at, evidence, others }) => ({
            id: signalId,
            rule,
            definition: definition(rule, lang),
            happenedAt: iso(happenedAt),
            at: iso(at),
            evidence: evidence.map(({ score = null, ...each }) => ({
              ...each,
              at: maybe(each.at),
              score,
              reference: references.get(each.id) ?? null,
            })),
            others: others.flatMap((other) => {
              const number = numbers.get(other)
              return number === undefined ? [] : { memberId: other, number }
            }),
          })),
          links: links.map((each) => ({ ...each, at: iso(each.at) })),
          list: list.kind,
          ...SIMULATED,
        }
      }),
      ...openingRoutes({ context, staff, cases, found, headOf }),
      on(contract.writeCaseNote, async ({ operator, params: { id }, input }) => {
        const { operatorId } = operator
        const mayNot = staff.may(operatorId, 'case.note')
        if (mayNot !== null) return mayNot
        if (await waits(id, operator)) return no('CASE_SEAL_WAITS')
        const note = await written(stepOf(operatorId, id, 'note', caseNote(input.words)))
        return note.ok ? { id: note.value.id } : note
      }),
      on(contract.takeCase, async ({ operator, params: { id }, input: { takes } }) => {
        const { operatorId } = operator
        const mayNot = staff.may(operatorId, 'case.note')
        if (mayNot !== null) return mayNot
        if (await waits(id, operator)) return no('CASE_SEAL_WAITS')
        const assignedTo = takes ? operatorId : null
        const taken = await written(stepOf(operatorId, id, takes ? 'taken' : 'given-back'), () => ({
          assignedTo,
        }))
        return taken.ok ? { assigned: takes ? staff.personOf(operatorId) : null } : taken
      }),
      on(contract.closeCase, async ({ operator, params: { id }, input: { reason } }) => {
        const { operatorId } = operator
        const mayNot = staff.may(operatorId, 'case.close')
        if (mayNot !== null) return mayNot
        if (await waits(id, operator)) return no('CASE_SEAL_WAITS')
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
