import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { plan } from '#modules/dependencies.ts'
import { isPower, powerKey } from '#registry/powers.ts'
import { stageOf, type Stage } from '../model/approval.ts'
import type { ActRequest } from '../model/request.ts'
import { approvalIdOf } from './act.ts'
import type { JournalRecord } from './queries.ts'
import { headOf, listIdOf, requestIdsOf, type SignList } from './signed-lists.ts'
import type { ApprovalRow } from './tables.ts'

type Input = Partial<ActRequest> & Partial<SignList> & { operatorId?: string; listId?: string }

/** A record of the journal as the audit log reads it. `requestIds`: the requests that it signed. */
export function auditEntry({ seq, ts, type, record, hash }: JournalRecord) {
  const { actor, body } = readRecord(record)
  const input = (body.input ?? {}) as Input
  const result = body.result as { ok: boolean; rejection?: string; detail?: Refusal['detail'] }
  const isWithdrawal = type === 'staff.withdraw'
  const isList = type === 'staff.sign-list' && (input.requests ?? []).length > 0
  return {
    seq,
    ts,
    type,
    actor,
    operatorId: input.operatorId ?? '',
    power: input.power ?? null,
    subject: isList
      ? listIdOf(headOf(input as SignList))
      : (input.subject ?? input.listId ?? input.operatorId ?? null),
    body: input.body ?? {},
    size: isList ? (input as SignList).requests.length : 1,
    requestIds: !result.ok
      ? []
      : isList
        ? requestIdsOf(input as SignList)
        : type === 'staff.act'
          ? [approvalIdOf(input as ActRequest)]
          : [],
    isList,
    isWithdrawal,
    ok: result.ok,
    rejection: result.ok ? null : (result.rejection ?? null),
    detail: result.detail ?? {},
    hash: Buffer.from(hash).toString('hex'),
  }
}
export type AuditEntry = ReturnType<typeof auditEntry>

/**
 * The stage that this record was. A signed list carries nothing out itself: its lines are records of their
 * own. It asks where nobody else had signed a line before.
 */
export function stageOfEntry(
  { ok, isList, isWithdrawal, operatorId, requestIds }: AuditEntry,
  requests: ReadonlyMap<string, ApprovalRow>,
  now: Ms,
): Stage {
  if (!ok) return 'refused'
  if (isWithdrawal) return 'withdrawn'
  const rows = requestIds.flatMap((id) => requests.get(id) ?? [])
  if (isList)
    return rows.every(({ signatures }) => (signatures[0]?.operatorId ?? operatorId) === operatorId)
      ? 'asked'
      : 'signed'
  return rows[0] === undefined ? 'carried-out' : stageOf(operatorId, rows[0], now)
}

/** Words for a record; a list by its act and its number of lines. */
export function auditWords(
  { type, power, isList, isWithdrawal, size }: AuditEntry,
  stage: Stage,
  text: (key: string, args?: Refusal['detail']) => string,
): string {
  if (power === null || !isPower(power)) return text(`staff.console.record.${type}`)
  const act = text(powerKey(power))
  if (isWithdrawal) return text('staff.console.audit.withdrawal', { act })
  return isList ? text('staff.console.audit.list', { stage, act, n: size }) : act
}

/**
 * The sentence of a refusal. Records say its name and not whose word it is: an operator's act is refused by
 * the rules of approvals, or by the module that carries it out. null: it was not refused.
 */
export function refusalWords(
  { rejection, detail, power }: AuditEntry,
  text: (key: string, args?: Refusal['detail']) => string,
): string | null {
  if (rejection === null) return null
  const own = power !== null && isPower(power) ? [powerKey(power).split('.', 1)[0]!] : []
  for (const module of ['staff', ...own, ...Object.keys(plan)]) {
    const key = `${module}.rejection.${rejection}`
    const said = text(key, detail)
    if (said !== key) return said
  }
  return rejection
}
