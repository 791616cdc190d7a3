import { IconClock } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded, type Read } from '#ui/Loaded.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { DayApplicationView } from '../contract.ts'

const TONES = { applying: 'brand', success: 'ok', failed: 'grey' } as const
const icon = <IconClock stroke={1.75} className="size-8" aria-hidden />

type Props = { read: Read<DayApplicationView[]>; isLogin: boolean; onInventory: () => void }

/** Applications, newest first, with their results. */
export function Applications({ read, isLogin, onInventory }: Props) {
  const t = useT()
  if (!isLogin) return <LoginInvitation why={t('daytrade.applications.login')} />
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={6} />
        </Section>
      }
      title={t('daytrade.applications.cannotLoad')}
      empty={
        <Empty
          icon={icon}
          title={t('daytrade.applications.none')}
          note={t('daytrade.applications.noneNote')}
          action={{ label: t('daytrade.applications.toInventory'), onPress: onInventory }}
        />
      }
    >
      {(rows) => (
        <Section flush>
          {rows.map((row) => (
            <Application key={row.id} row={row} />
          ))}
        </Section>
      )}
    </Loaded>
  )
}

function Application({ row }: { row: DayApplicationView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={paths.tradeDetail({ order: row.id })} className="gap-3 py-3">
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-1.5 text-2">
          <span className="font-strong">{row.name}</span>
          <span className="text-1 text-grey-1">{row.code}</span>
          <Tag tone={row.side}>{t(row.side === 'up' ? 'daytrade.row.buy' : 'daytrade.row.sell')}</Tag>
        </span>
        <span className="block pt-0.5 text-2">
          {t('daytrade.application.asked', { quantity: f.quantity(row.quantity), price: f.price(row.price) })}
        </span>
        {row.status === 'success' && (
          <span className="block text-1 text-grey-1">
            {row.back > 0
              ? t('daytrade.application.back', { filled: f.quantity(row.filledQuantity), back: row.back })
              : t('daytrade.application.filled', { filled: f.quantity(row.filledQuantity) })}
          </span>
        )}
        {row.status === 'failed' && (
          <span className="block text-1 text-grey-1">{t('daytrade.reason.PRICE_MOVED')}</span>
        )}
        {row.penalty > 0 && (
          <span className="block text-1 text-warn">
            {t('daytrade.application.penalty', { yen: f.money(row.penalty) })}
          </span>
        )}
        <span className="block text-1 text-grey-1">
          {f.dateTime(row.appliedAt)}　{row.number}
        </span>
      </span>
      <Tag tone={TONES[row.status]}>{t(`daytrade.state.${row.status}`)}</Tag>
    </Row>
  )
}
