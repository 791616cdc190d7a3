import { no } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { openHeads } from './heads.ts'
import { openLiabilities } from './liabilities.ts'
import { liabilityThread } from './liability-thread.ts'
import { ownLeaf } from './own-leaf.ts'
import { countCorrections, recordAt, recordsOf, ownersAt } from './queries.ts'
import { openSigners } from './signers.ts'
import { dayList, headList } from './row-lists.ts'
import { leavesCheck, SIGNED, witnessCheck, type Signed } from './stored-checks.ts'
import type { TrustPublic } from './public.ts'
import { treeThread } from './tree-thread.ts'

const EARLIER = 20
/** A month of market days. */
const DAYS = 23

/**
 * The proofs of the journal that anybody can check: heads, that each continues the one before, and that a
 * member's records are in them.
 */
export function createTrust(context: AppContext): { module: Module; trust: TrustPublic } {
  const tree = treeThread(context.db.config, context.config.keys.salts)
  const owed = liabilityThread(context.db.config, context.config.keys.salts)
  const signers = openSigners(context.config)
  const keys = { house: signers.house.publicKey, auditor: signers.auditor.publicKey }
  const liabilities = openLiabilities(context, signers, owed)
  let heads: ReturnType<typeof openHeads> | null = null
  let signed: Signed = { heads: false, days: false }
  const opened = () => heads!
  const newest = async () => (await opened().latest(1))[0]
  const module: Module = {
    name: 'trust',
    stored: [witnessCheck(signers.auditor), leavesCheck(context.config.keys.salts)],
    macs: [headList(context.config), dayList(context.config)],
    routes: [
      on(contract.getHeads, async () => {
        const [[first = null, ...earlier], corrections] = await Promise.all([
          opened().latest(EARLIER),
          countCorrections(context.db),
        ])
        return {
          keys,
          newest: first,
          earlier,
          records: context.engine.stats().seq + 1,
          corrections,
          simulated: true,
        }
      }),
      on(contract.getConsistency, async ({ query }) => {
        const head = query.to === undefined ? await newest() : await opened().of(Number(query.to))
        const from = Number(query.from)
        if (head === undefined || from >= head.size) return no('NO_SUCH_HEAD')
        return { head, path: await tree.consistency(from, head.size) }
      }),
      on(contract.listRecords, async ({ caller, query }) => {
        const size = (await newest())?.size ?? 0
        return (
          await recordsOf(
            context.db,
            caller.memberId,
            query.before === undefined ? null : Number(query.before),
          )
        ).map(({ seq, at, type, kinds }) => ({ seq, at: iso(at), type, kinds, isPublished: seq < size }))
      }),
      on(contract.getProof, async ({ caller, params }) => {
        const seq = Number(params.seq)
        const { memberId } = caller
        const found = await recordAt(context.db, seq)
        const owners = found === undefined ? [] : await ownersAt(context.db, seq)
        const isSender = found !== undefined && readRecord(found.record).actor === `m:${memberId}`
        if (!isSender && !owners.includes(memberId)) throw new NotFound()
        const head = await newest()
        if (head === undefined || seq >= head.size) return no('NOT_PUBLISHED')
        const { record, salt, ...proof } = await tree.inclusion(seq, head.size)
        // Records of others stay theirs.
        const isOwn = owners.every((owner) => owner === memberId)
        return { seq, record: isOwn ? record : null, salt: isOwn ? salt : null, ...proof, head }
      }),
      on(contract.listLiabilities, async () => ({
        keys,
        days: await liabilities.latest(DAYS),
        nextAt: iso(liabilities.job.next(context.clock.market())),
        simulated: true,
      })),
      on(contract.getOwnLiability, async ({ caller }) => {
        const { memberId } = caller
        const [statement] = await liabilities.latest(1)
        if (statement === undefined) return no('NO_STATEMENT_YET')
        return { statement, leaf: await ownLeaf(context.db, owed, statement, memberId), simulated: true }
      }),
    ],
    jobs: [liabilities.job],
    measures: () => opened().measures(),
    watched: () => ({ headsRefused: opened().measures().headsRefused }),
    // Its files are looked at each time: the next head or statement may be a day away.
    faults: () =>
      [signers.auditor.lost(signed)?.how ?? null, opened().fault(), liabilities.fault()].filter(
        (fault) => fault !== null,
      ),
    async start() {
      heads = openHeads(context, signers, tree)
      signed = (await context.db.pool.query<Signed>(SIGNED)).rows[0]!
    },
    opened: () => opened().open(),
    async stop() {
      await heads?.stop()
      await Promise.all([tree.stop(), owed.stop()])
    },
  }
  return { module, trust: { take: tree.take } }
}
