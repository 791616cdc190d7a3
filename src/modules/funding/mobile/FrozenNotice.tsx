import { IconSnowflake } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import type { getWithdrawal } from '#modules/funding/contract.ts'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'

type Freeze = NonNullable<OutputOf<typeof getWithdrawal>['frozen']>

/**
 * The reason why nothing leaves, its beginning, and the way out: one's own freeze is ended in the security
 * settings, the firm's stands in the record of its acts.
 */
export function FrozenNotice({ freeze: { by, since, until } }: { freeze: Freeze }) {
  const t = useT()
  const f = useFormat()
  const from = since === null ? '—' : f.dateTime(since)
  const icon = <IconSnowflake {...ICON_S} />
  if (by === 'member')
    return (
      <Notice
        tone="danger"
        icon={icon}
        title={t('funding.withdrawal.frozen', { since: from })}
        note={t('funding.withdrawal.frozenNote')}
        href={paths.security()}
      />
    )
  return (
    <Notice
      tone="danger"
      icon={icon}
      title={t('funding.withdrawal.held', { since: from })}
      note={t('funding.withdrawal.heldNote', { until: until === null ? '—' : f.dateTime(until) })}
      href={paths.operatorActs()}
    />
  )
}
