import { useFormat, useT } from '#client/texts.ts'
import type { LogStatus } from '#modules/funding/model/states.ts'
import { Figure } from '#ui/Figure.tsx'
import { Row } from '#ui/Row.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toneOf } from './StatusPick.tsx'

type Props = {
  href: string
  title: string
  note: string
  at: string
  status: LogStatus
  /** Above 0: it came in. */ amount: number
}

/**
 * Money that came or went: what, when, how much, and its state. A denied one moved nothing and is not
 * coloured.
 */
export function MoneyRow({ href, title, note, at, status, amount }: Props) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={href}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong block">{title}</span>
          <span className="text-grey-1 text-1 block">{note}</span>
          <span className="text-grey-1 text-1 block">{at}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <Figure size={3} tone={status === 'denied' ? 'grey' : 'auto'} value={amount} unit={t('ui.yen')}>
            {f.signedYen(amount)}
          </Figure>
          <Tag tone={toneOf(status)}>{t(`records.status.${status}`)}</Tag>
        </span>
      </span>
    </Row>
  )
}
