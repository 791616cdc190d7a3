import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from '#client/call-error.ts'
import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { conditionals, isOver, type Conditional } from '#modules/orders/model/conditional.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { trailWords } from './trail-words.ts'

/** Ended ones that are shown, newest first. */
const ENDED = 50

/** Stops, orders for an auction and exits in one list, each with its state and the reason for it. */
export function ConditionalList({
  pending,
  lots,
}: {
  pending: UseQueryResult<OrderView[], CallError>
  lots: readonly LotView[]
}) {
  const t = useT()
  const ended = useRead(listOrders, { query: { conditional: 'ended', limit: String(ENDED) } })
  return (
    <Loaded read={pending} skeleton={<Skeleton kind="stock" />}>
      {(waiting) => {
        const rows = conditionals([...waiting, ...(ended.data ?? [])], lots)
        const [now, over] = [
          rows.filter(({ state }) => !isOver(state)),
          rows.filter(({ state }) => isOver(state)),
        ]
        if (rows.length === 0)
          return <Empty title={t('orders.conditional.none')} note={t('orders.conditional.noneNote')} />
        return (
          <>
            <List name={t('orders.conditional.waiting')} rows={now} />
            <List name={t('orders.conditional.ended')} rows={over} />
          </>
        )
      }}
    </Loaded>
  )
}

function List({ name, rows }: { name: string; rows: readonly Conditional[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <SectionHead flush title={name} />
      <ul aria-label={name}>
        {rows.map((row) => (
          <Line key={`${'order' in row.of ? row.of.order : row.of.lot} ${row.kind}`} row={row} />
        ))}
      </ul>
    </>
  )
}

const TONES = { sent: 'brand', filled: 'brand', outside: 'warn', rejected: 'warn' } as const

function Line({ row }: { row: Conditional }) {
  const t = useT()
  const f = useFormat()
  const { kind, state, bracket, of, code, name, way, side, quantity, limit, reason, at } = row
  const trail =
    state === 'watching' || state === 'outside' || state === 'opening' ? trailWords(t, f, row) : null
  return (
    <li className="border-grey-3 mx-gutter border-b">
      <a
        className="flex min-h-touch items-start justify-between gap-3 py-3"
        href={'order' in of ? paths.tradeDetail({ order: of.order }) : paths.tradeDetail({ lot: of.lot })}
      >
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {name} <Tag tone={side}>{t(`orders.way.${way}`)}</Tag>
            <Tag tone="grey">{t(`orders.conditional.kind.${kind}`)}</Tag>
            {bracket !== null && <Tag tone="grey">{bracket}</Tag>}
          </span>
          <span className="text-grey-1 text-1 block">
            {[
              code,
              f.shares(quantity),
              limit === null ? t('orders.type.market') : f.price(limit),
              f.dateTime(at),
            ].join('　')}
          </span>
          <span className="text-1 block">
            {[
              reason ?? why(t, f, row),
              ...(trail === null ? [] : [t('orders.trail.with', { distance: trail })]),
            ].join(f.dot)}
          </span>
        </span>
        <span className="shrink-0">
          <Tag tone={TONES[state as keyof typeof TONES] ?? 'grey'}>
            {t(`orders.conditional.state.${state}`)}
          </Tag>
        </span>
      </a>
    </li>
  )
}

/** The reason for the state that it is in. */
const why = (t: Translate, f: Format, { kind, state, towards, trigger }: Conditional): string =>
  state === 'sent'
    ? t(`orders.conditional.sent.${kind}`)
    : t(`orders.conditional.why.${state}`, { towards, price: f.price(trigger) })
