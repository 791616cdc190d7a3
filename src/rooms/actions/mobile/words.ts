import type { useFormat, useT } from '#client/texts.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { ActionView } from '../contract.ts'

type T = ReturnType<typeof useT>
type F = ReturnType<typeof useFormat>

/** 配当, 株式分割, 株式併合. */
export const kindWord = (t: T, { kind, newShares }: ActionView): string =>
  t(kind === 'dividend' ? 'actions.kind.dividend' : newShares === 1 ? 'actions.kind.reverse' : 'actions.kind.split')

export const kindTone = ({ kind }: ActionView): TagTone => (kind === 'dividend' ? 'ok' : 'brand')

/** What it is about, in one line. */
export const whatItIs = (t: T, f: F, { kind, perShare, payDate, newShares, oldShares }: ActionView): string =>
  kind === 'dividend'
    ? t('actions.perShare', { yen: f.price(perShare), date: f.date(payDate) })
    : t('actions.ratio', { oldShares: oldShares ?? 1, newShares: newShares ?? 1 })
