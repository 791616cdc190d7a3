import { iso, type Ms, SECOND } from '#kernel/time.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import type { AppContext } from '#modules/module.ts'
import type { FaultName } from '#wire/system.ts'
import type { HeadView } from '../contract.ts'
import { headText, type Head } from '../model/head.ts'
import { headList, headOwner } from './row-lists.ts'
import { assertSigned, type Signers } from './signers.ts'
import type { TreeThread } from './tree-thread.ts'
import { faultOf } from './witness.ts'

export type HeadRow = { size: number; root: string; at: Ms; house: string; auditor: string }
declare module '#platform/database/connect.ts' {
  interface SqlTables {
    publicHeads: HeadRow
  }
}

/**
 * Every record is in a head within 60 s, as its commitment says (in the demo setting 15 s, for those who try
 * it out), or as soon as so many are in none (security-and-trust 5.1).
 */
const PUBLISH_EVERY: { usual: Ms; demo: Ms } = { usual: 50 * SECOND, demo: 10 * SECOND }
const PUBLISH_AFTER = 1_000
const LOOK_EVERY: Ms = 5 * SECOND

export type Heads = {
  /** Newest first. Throws `RowForged` where SQL has changed one; so does `of`. */
  latest(count: number): Promise<HeadView[]>
  /** The one of this size, where one was published. */
  of(size: number): Promise<HeadView | undefined>
  /**
   * Publishes one now, where there is anything new. Throws `Inconsistent` where the auditor's process does
   * not sign.
   */
  publish(): Promise<void>
  /**
   * For those who watch the server: records in no head yet, and heads that the auditor's process refused
   * since the start.
   */
  measures(): { recordsWaiting: number; headsRefused: number }
  /** Reason why no head was published at the last try; null: one was. */
  fault(): FaultName | null
  open(): void
  stop(): Promise<void>
}

/** Publishes what the journal says, signed by the server and by the auditor's process. */
export function openHeads(
  { config, clock, db, log, engine }: Pick<AppContext, 'config' | 'clock' | 'db' | 'log' | 'engine'>,
  signers: Signers,
  tree: TreeThread,
): Heads {
  const list = headList(config)
  const { origin, house: firm, auditor } = signers
  function viewOf(row: HeadRow): HeadView {
    const view = { origin, ...row, at: iso(row.at) }
    assertSigned(signers, { text: headText(view), by: view, row: ['public_heads', String(row.size)] })
    return view
  }
  const rows = (count: number) =>
    db.kysely.selectFrom('publicHeads').selectAll().orderBy('size', 'desc').limit(count).execute()
  let atWork: Promise<void> | null = null
  let publishedAt = -Infinity
  let size = 0
  let refused = 0
  let fault: FaultName | null = null

  async function work(): Promise<void> {
    const before = auditor.last()
    const { root, size: now } = await tree.root()
    if (now === 0 || now === size) return
    const at = Math.floor(clock.wall())
    const head: Head = { origin, size: now, root, at: iso(at) }
    const path = before === null || before.size >= now ? [] : await tree.consistency(before.size, now)
    const row = {
      size: now,
      root,
      at,
      house: firm.sign(headText(head)),
      auditor: auditor.sign(head, path, (await rows(1)).length === 0),
    }
    await db.kysely.transaction().execute(async (trx) => {
      await list.begin(trx, headOwner(now))
      await list.change(trx, headOwner(now), 'heads', async () => {
        await trx
          .insertInto('publicHeads')
          .values(row)
          .onConflict((on) => on.column('size').doUpdateSet(row))
          .execute()
        return { put: [row] }
      })
    })
    size = now
    publishedAt = clock.machine()
    fault = null
  }
  const publish = (): Promise<void> =>
    (atWork ??= work().finally(() => {
      atWork = null
    }))
  const isDue = (): boolean =>
    engine.stats().seq + 1 >= size + PUBLISH_AFTER ||
    (engine.stats().seq + 1 > size &&
      clock.machine() - publishedAt >= PUBLISH_EVERY[config.demo ? 'demo' : 'usual'])
  let stop = (): void => {}
  return {
    latest: async (count) => (await rows(count)).map(viewOf),
    async of(size) {
      const row = await db.kysely
        .selectFrom('publicHeads')
        .selectAll()
        .where('size', '=', size)
        .executeTakeFirst()
      return row === undefined ? undefined : viewOf(row)
    },
    publish,
    measures: () => ({ recordsWaiting: engine.stats().seq + 1 - size, headsRefused: refused }),
    fault: () => fault,
    open() {
      const look = guarded(log, 'a look whether a head is due', () => {
        if (!isDue()) return
        publish().catch((err: unknown) => {
          const why = faultOf(err)
          if (why !== null) {
            fault = why
            refused++
          }
          log.error({ err }, 'no head was published')
        })
      })
      look()
      stop = every(LOOK_EVERY, look)
    },
    async stop() {
      stop()
      await atWork?.catch(() => {})
    },
  }
}
