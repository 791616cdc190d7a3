import { damaged, type StoredCheck } from '#platform/engine/check-stored.ts'
import { differingLeaves } from './liability-store.ts'
import type { Witness } from './witness.ts'

export const SIGNED = `select exists (select from public_heads) as heads,
  exists (select from liabilities where auditor is not null) as days`
export type Signed = { heads: boolean; days: boolean }

/** The auditor's memory is there and whole, where anything was signed. */
export const witnessCheck = (auditor: Witness): StoredCheck => ({
  tables: ['auditor-head.json, auditor-day.json'],
  async run(client) {
    const { rows } = await client.query<Signed>(SIGNED)
    const lost = auditor.lost(rows[0]!)
    return { rows: 0, differences: lost === null ? [] : [damaged('auditor', '', lost.message)] }
  },
})

/** The sums owed to each member, on the days that are kept, lead to the root that was signed. */
export const leavesCheck = (saltKey: Uint8Array): StoredCheck => ({
  tables: ['liability_leaves'],
  columns: { liability_leaves: ['day', 'place', 'member_id', 'yen'], liabilities: ['tiles'] },
  run: (client) => differingLeaves(client, saltKey),
})
