import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { WithdrawalView } from '#modules/funding/contract.ts'
import { Section } from '#ui/Section.tsx'
import { WithdrawalTag } from './StatusTag.tsx'

/** The progress of a withdrawal: asked for, approved, at the bank. */
const SHARE: Readonly<Record<WithdrawalView['state'], string>> = {
  requested: 'w-1/3',
  approved: 'w-2/3',
  paid: 'w-full',
  denied: 'w-full',
  cancelled: 'w-full',
  returned: 'w-full',
}
const PAINT: Readonly<Record<WithdrawalView['state'], string>> = {
  requested: 'bg-warn',
  approved: 'bg-ok',
  paid: 'bg-ok',
  denied: 'bg-danger',
  cancelled: 'bg-grey-2',
  returned: 'bg-danger',
}

/** Received, approved, by when it arrives, on one line of time. */
export function Progress({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useT()
  const f = useFormat()
  const { state, approvedBy, approvedAt, paidAt, stopped } = withdrawal
  const arrival = paidAt ?? withdrawal.arrivesBy
  const middle =
    stopped !== null
      ? t(state === 'approved' ? 'funding.withdrawal.paymentStopped' : 'funding.withdrawal.stopped')
      : approvedBy === null
        ? t('funding.withdrawal.approvedAtLatest')
        : t(`funding.withdrawal.approvedBy.${approvedBy}`)
  return (
    <>
      <div className="my-1.5 h-1 overflow-hidden rounded-round bg-sunk" aria-hidden>
        <div className={`h-full ${SHARE[state]} ${stopped === null ? PAINT[state] : 'bg-warn'}`} />
      </div>
      <ol className="grid grid-cols-3 gap-2">
        <li>
          <span className="block text-1">{t('funding.withdrawal.received')}</span>
          <span className="block text-1 text-grey-1">{f.dateTime(withdrawal.requestedAt)}</span>
        </li>
        <li className="text-center">
          <span className="block text-1">{middle}</span>
          <span className="block text-1 text-grey-1">
            {f.dateTime(stopped?.since ?? approvedAt ?? withdrawal.dueAt)}
          </span>
        </li>
        <li className="text-right">
          <span className="block text-1 font-strong">
            {t(paidAt === null ? 'funding.withdrawal.arrivesBy' : 'funding.withdrawal.paidAt')}
          </span>
          <span className="block text-1 text-grey-1">{arrival === null ? '—' : f.dateTime(arrival)}</span>
        </li>
      </ol>
    </>
  )
}

/** Requests that have not arrived yet; each leads to its own page. */
export function UnderWay({ withdrawals }: { withdrawals: readonly WithdrawalView[] }) {
  const t = useT()
  const f = useFormat()
  return withdrawals.map((withdrawal) => (
    <Section key={withdrawal.id} flush>
      <a className="pressable block px-gutter py-3" href={paths.withdrawal({ id: withdrawal.id })}>
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-2 font-strong">
            {t('funding.withdrawal.underWay')} {f.money(withdrawal.amount)}
          </span>
          <WithdrawalTag status={withdrawal.status} state={withdrawal.state} />
        </span>
        <Progress withdrawal={withdrawal} />
        {withdrawal.stopped !== null && (
          <span className="block pt-1 text-1 text-warn">
            {t('funding.withdrawal.stoppedFor', { stop: withdrawal.stopped.for })}
          </span>
        )}
      </a>
    </Section>
  ))
}
