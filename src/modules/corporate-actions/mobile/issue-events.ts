import type { DateJst } from '#kernel/time.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listActions } from '../contract.ts'
import { kindWord, whatItIs } from './labels.ts'

/** Dividends and splits of an issue as marks on its chart; none until they are known. */
export function useIssueEvents(
  code: string,
): { date: DateJst; mark: string; words: string; shares: number }[] {
  const t = useT()
  const f = useFormat()
  const read = useRead(listActions, { query: { code } }, { quiet: true })
  return (read.data?.actions ?? []).map((action) => ({
    date: action.exDate,
    mark: t(`corporate-actions.mark.${action.kind}`),
    words: t('corporate-actions.exWords', { kind: kindWord(t, action), what: whatItIs(t, f, action) }),
    shares: (action.newShares ?? 1) / (action.oldShares ?? 1),
  }))
}
