import type { Ms } from '#kernel/time.ts'
import type { Lang } from '#i18n/lang.ts'
import type { Change, Kind, Severity, Standing } from '../model/conditions.ts'
import type { CHANNELS, DELIVERY_STATES } from '../operator-contract.ts'

export type ShiftRow = { operatorId: string; begins: Ms; ends: Ms }
export type ChoiceRow = {
  operatorId: string
  mail: string | null
  lang: Lang
  severity: Severity
  /** `22:00`, Japan's time. */
  quietFrom: string | null
  quietTo: string | null
}
export type NoticeRow = {
  id: string
  /** null: a test. */
  kind: Kind | null
  change: Change
  severity: Severity
  figure: number
  at: Ms
}
export type Delivery = {
  id: string
  noticeId: string
  /** null: the firm's webhook. */
  operatorId: string | null
  channel: (typeof CHANNELS)[number]
  state: (typeof DELIVERY_STATES)[number]
  tries: number
  nextAt: Ms
  at: Ms
  problem: string | null
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    dutyShifts: ShiftRow
    dutyChoices: ChoiceRow
    dutyStandings: Standing
    dutyNotices: NoticeRow
    dutyDeliveries: Delivery
  }
}
