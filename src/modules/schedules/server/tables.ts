import type { Json } from '#kernel/hash.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Signature } from '#modules/staff/server/public.ts'

export type ScheduleKind = 'fees' | 'limits' | 'invitations' | 'calendar' | 'hours'
/** A published table, in force from a business day on. Written once. `publishedAt`: market time. */
export type ScheduleRow = {
  id: string
  kind: ScheduleKind
  fromDate: DateJst
  body: { readonly [field: string]: Json }
  publishedAt: Ms
  signers: readonly Signature[]
}

export const schedules = defineTable<ScheduleRow>()({
  name: 'schedules',
  columns: {
    id: 'text',
    kind: 'text',
    fromDate: 'text',
    body: 'jsonb',
    publishedAt: 'int8',
    signers: 'jsonb',
  },
  key: 'id',
  fixed: ['kind', 'fromDate', 'body'],
  indexes: { kind: (row) => row.kind },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    schedules: ScheduleRow
  }
}
