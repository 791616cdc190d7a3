import { defineTable } from '#platform/engine/table.ts'
import type { Alert } from '../model/alert.ts'

/** True if a trade may hit it now: it watches, and today it has not been hit. */
export const isArmed = ({ status, hitDate }: Alert): boolean => status === 'watching' && hitDate === null
const byValue = (watches: Alert['watches']) => ({
  group: (row: Alert) => (row.watches === watches && isArmed(row) ? row.code : null),
  value: (row: Alert) => row.value,
})

/**
 * In memory until they are removed; sorted by value, so that a trade finds what it reaches without a search.
 */
export const alerts = defineTable<Alert>()({
  name: 'alerts',
  columns: {
    id: 'text',
    memberId: 'text',
    code: 'text',
    watches: 'text',
    value: 'int8',
    repeats: 'text',
    status: 'text',
    since: 'int8',
    sinceDate: 'text',
    hitAt: 'int8?',
    hitDate: 'text?',
    hitTenths: 'int8?',
    endedAt: 'int8?',
  },
  key: 'id',
  fixed: ['memberId', 'code', 'watches', 'repeats', 'since'],
  hot: { when: (row) => row.status !== 'removed', sql: "status <> 'removed'" },
  indexes: { member: (row) => row.memberId },
  ordered: { above: byValue('above'), below: byValue('below'), rise: byValue('rise'), fall: byValue('fall') },
})
