import { iso } from '#kernel/time.ts'
import { journalChecker } from '#platform/engine/journal-checker.ts'
import { done } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { on, type RouteHandler, type Listener } from '#modules/module.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import * as contract from '../operator-contract.ts'
import { beginCheck, endCheck, failRunning, lastEnded, newestChecks, type CheckRow } from './check-queries.ts'
import { journalCheckRequested } from './events.ts'
import { headNow } from './ledger-queries.ts'
import type { AuditDeps } from './deps.ts'

/**
 * Somebody asked for a check: that is an act, which everybody can read; what the check finds stands in
 * `journal_checks`.
 */
const verifyEffect: Effect = {
  power: 'journal.verify',
  memberOf: () => null,
  carryOut: (_tables, { signers }, { id }) =>
    done({ id }, [journalCheckRequested(id, signers[0]!.operatorId)]),
}

/** Checks of the whole journal: asked for by an act, run in a thread, one at a time. */
export function openChecks({ context, staff }: AuditDeps) {
  const { db, clock, log } = context
  const checker = journalChecker(db)
  /** Of the check that runs. */
  let progress: { id: string; read: number; of: number } | null = null
  let atWork: Promise<void> | null = null

  async function run(id: string, operatorId: string): Promise<void> {
    progress = { id, read: 0, of: 0 }
    await beginCheck(db, { id, askedBy: operatorId, begunAt: Math.floor(clock.wall()) })
    const now = () => Math.floor(clock.wall())
    try {
      const { status, toSeq, head, badSeq, what, accounts, entries } = await checker.check((read, of) => {
        progress = { id, read, of }
      })
      await endCheck(db, id, { status, endedAt: now(), toSeq, head, badSeq, what, accounts, entries })
      if (status === 'broken') log.error({ seq: badSeq, what }, 'the journal does not hold')
    } catch (err) {
      log.error({ err }, 'a check of the journal failed')
      await endCheck(db, id, { status: 'failed', endedAt: now() })
    } finally {
      progress = null
    }
  }
  /** One after another. */
  const ask = (id: string, operatorId: string) => {
    atWork = (atWork ?? Promise.resolve())
      .then(() => run(id, operatorId))
      .catch((err: unknown) => log.error({ err }, 'a check of the journal could not be noted'))
  }
  const view = (row: CheckRow): contract.CheckView => {
    const { role, number } = staff.personOf(row.askedBy)
    const { id, status, toSeq, head, badSeq, what, accounts, entries } = row
    const running = progress?.id === id ? progress : null
    return {
      id,
      status,
      by: { role, number },
      begunAt: iso(row.begunAt),
      endedAt: row.endedAt === null ? null : iso(row.endedAt),
      toSeq,
      head,
      badSeq,
      what,
      accounts,
      entries,
      read: running?.read ?? 0,
      of: running?.of ?? 0,
    }
  }
  return {
    effects: [verifyEffect],
    listeners: [
      listen(journalCheckRequested, ({ id, operatorId }) => ask(id, operatorId)),
    ] satisfies Listener[],
    routes: [
      on(contract.listChecks, async ({ query }) => {
        const [head, { rows, next, total }] = await Promise.all([
          headNow(db),
          newestChecks(db, askedPage(query)),
        ])
        return { head: { seq: head.seq, hash: head.head.toString('hex') }, rows: rows.map(view), next, total }
      }),
      on(contract.lastCheck, async () => {
        const last = await lastEnded(db)
        if (last === undefined) return { check: null }
        const { status, endedAt, begunAt, toSeq } = last
        return { check: { status, at: iso(endedAt ?? begunAt), toSeq } }
      }),
    ] satisfies RouteHandler[],
    start: () => failRunning(db, Math.floor(clock.wall())),
    async stop() {
      await checker.stop()
      await atWork
    },
  }
}
