import { IconSnowflake } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { Freeze } from './FreezeNotice.tsx'
import { ICON_S } from './icon.ts'
import { Notice } from './Notice.tsx'

/** One's own freeze is ended in the security settings; the firm's stands in the record of its acts. */
export default function FreezeLine({ freeze: { by, until } }: { freeze: Freeze }) {
  const t = useT()
  const f = useFormat()
  const icon = <IconSnowflake {...ICON_S} />
  return (
    <div role="status" className="shrink-0">
      {by === 'member' ? (
        <Notice
          tone="danger"
          icon={icon}
          title={t('identity.freeze.isFrozen')}
          note={t('identity.freeze.frozenNote')}
          href={paths.security()}
        />
      ) : (
        <Notice
          tone="danger"
          icon={icon}
          title={t('identity.freeze.held', { until: until === null ? '—' : f.dateTime(until) })}
          note={
            <>
              {t('identity.freeze.frozenNote')}
              <br />
              {t('identity.freeze.heldNote')}
            </>
          }
          href={paths.operatorActs()}
        />
      )}
    </div>
  )
}
