import {
  IconDice5,
  IconFileText,
  IconLockOpen,
  IconReceipt,
  IconReceiptYen,
  IconScale,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { ICON } from '#ui/icon.ts'

/**
 * The checks that have pages of their own, a row each: its words are `trust.proof.<id>` and
 * `trust.proof.<id>Note`. `own`: about the member's own things.
 */
export type Proof = {
  id: 'receipts' | 'days' | 'draws' | 'fees' | 'clock' | 'acts' | 'documents'
  icon: ReactNode
  href: string
  own?: true
}

export const PROOFS: readonly Proof[] = [
  { id: 'receipts', icon: <IconReceipt {...ICON} />, href: paths.orders(), own: true },
  { id: 'days', icon: <IconLockOpen {...ICON} />, href: paths.marketDays() },
  { id: 'fees', icon: <IconReceiptYen {...ICON} />, href: paths.feeStatement(), own: true },
  { id: 'draws', icon: <IconDice5 {...ICON} />, href: paths.drawCheck() },
  { id: 'clock', icon: <IconScale {...ICON} />, href: paths.withdrawalClock() },
  { id: 'acts', icon: <IconShieldCheck {...ICON} />, href: paths.operatorActs(), own: true },
  { id: 'documents', icon: <IconFileText {...ICON} />, href: paths.webview() },
]
