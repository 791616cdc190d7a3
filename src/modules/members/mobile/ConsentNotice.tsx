import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { Notice } from '#ui/Notice.tsx'
import { getAccountOpening } from '../contract.ts'

const STALE_MS = 300_000

/**
 * Facts of a person that the law asks for were not asked for yet, or documents have a new version in force
 * since the member agreed to them: members are asked, and led to where they answer.
 */
export function ConsentNotice() {
  const t = useT()
  const { data } = useRead(getAccountOpening, {}, { quiet: true, staleTime: STALE_MS })
  const changed =
    data?.documents.filter(
      ({ version, agreedVersion }) => agreedVersion !== null && agreedVersion !== version,
    ) ?? []
  if (data?.factsMissing)
    return <Notice tone="warn" title={t('members.account.facts')} href={paths.realName()} />
  if (changed.length === 0) return null
  return (
    <Notice
      tone="warn"
      title={t('members.account.changed', { count: changed.length })}
      note={t('members.account.changedNote')}
      href={paths.accountOpening()}
    />
  )
}
