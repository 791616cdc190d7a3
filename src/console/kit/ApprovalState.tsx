import { useFormat, useT } from '#client/texts.ts'
import type { ApprovalView } from '#modules/staff/operator-contract.ts'
import { useNow, useSpan } from './age.ts'
import { Mark } from './Control.tsx'
import { PersonName } from './Pane.tsx'
import { StageMark } from './Stage.tsx'

/** The people who have signed, those who still must, and until when. */
export function ApprovalState({ approval }: { approval: ApprovalView }) {
  const t = useT()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const { signatures, missing, status, expiresAt, reason } = approval
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="font-strong">{approval.what}</span>
        {status === 'open' && (
          <Mark tone="warn">
            {t('console.approval.of', { done: signatures.length, all: signatures.length + missing.length })}
          </Mark>
        )}
        {status === 'carried-out' && <StageMark stage="carried-out" />}
        {status === 'expired' && <StageMark stage={approval.withdrawnAt === null ? 'lapsed' : 'withdrawn'} />}
      </div>
      {reason !== null && (
        <p className="text-1 text-grey-1">
          {reason.words}
          {reason.text === null ? '' : ` — ${reason.text}`}
        </p>
      )}
      <ol className="flex flex-col gap-1">
        {signatures.map((each, index) => (
          <li key={each.operatorId} className="flex gap-2">
            <span className="text-grey-1">{index + 1}</span>
            <span className="flex-1">
              <PersonName person={each} at={each.at} />
            </span>
            <span className="text-1 text-grey-1">
              {each.by === 'server' && !each.desk ? `${t('console.approval.serverKey')} ` : ''}
              <time dateTime={each.at}>{f.moment(each.at)}</time>
            </span>
          </li>
        ))}
        {missing.map((roles, index) => (
          <li key={roles.join()} className="flex gap-2">
            <span className="text-grey-1">{signatures.length + index + 1}</span>
            <span className="flex-1">{roles.map((role) => t(`staff.role.${role}`)).join(' / ')}</span>
            <span className="text-1 text-grey-1">{t('console.approval.notYet')}</span>
          </li>
        ))}
      </ol>
      {status === 'open' && (
        <p className="text-1 text-grey-1">
          {t('console.approval.expires', { span: span(Date.parse(expiresAt) - now) })}
        </p>
      )}
    </div>
  )
}
