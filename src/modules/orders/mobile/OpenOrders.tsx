import { useEffect } from 'react'
import { IconX } from '@tabler/icons-react'
import { askForOutcomes } from '#client/open-outcomes.ts'
import { openWrites } from '#client/open-writes.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount, listLots } from '#modules/portfolio/contract.ts'
import { ICON_S } from '#ui/icon.ts'
import { pageNotice } from '#ui/page-notice.ts'
import { openingWord } from './labels.ts'
import { useOpenOrders, type OpenOrder } from './open-orders.ts'

const refreshAll = () => {
  refresh(listOrders)
  refresh(listLots)
  refresh(getAccount)
}

/**
 * Under the bar of every page while an order is out whose answer was lost: it is asked for by its key, and
 * the line stays until its outcome has been read.
 */
export function OpenOrders() {
  const orders = useOpenOrders()
  const isAsking = orders.some(({ write }) => write.state === 'doubt')
  useEffect(() => (isAsking ? askForOutcomes(refreshAll) : undefined), [isAsking])
  if (orders.length === 0) return null
  return (
    <ul className="shrink-0" role="status">
      {orders.map((order) => (
        <Line key={order.name} order={order} />
      ))}
    </ul>
  )
}

/** From now on every page has the bar. */
export const showOpenOrders = (): void => pageNotice.set(<OpenOrders />)

function Line({ order: { name, input, write } }: { order: OpenOrder }) {
  const t = useT()
  const f = useFormat()
  const what = `${input.code} ${t('orders.oneTap.what', {
    way: openingWord(t, { side: input.side, leverageTenths: Math.round(input.leverage * 10) }),
    quantity: f.quantity(input.quantity),
    price: input.price === undefined ? t('orders.type.market') : f.price(input.price),
  })}`
  const read = () => openWrites.shown(name)
  const isDone = write.state === 'done'
  const body = (
    <span className="min-w-0 grow">
      <span className="block text-2 font-strong">
        {t(
          write.state === 'doubt'
            ? 'orders.confirm.checking'
            : isDone
              ? 'orders.open.done'
              : write.state === 'refused'
                ? 'orders.open.refused'
                : 'orders.open.none',
        )}
      </span>
      <span className="block text-1 text-grey-1">{what}</span>
      {write.state === 'doubt' && <span className="block text-1 text-grey-1">{t('orders.open.note')}</span>}
      {write.state === 'refused' && <span className="block text-1 text-grey-1">{String(write.answer)}</span>}
    </span>
  )
  return (
    <li
      className={`flex items-center gap-2 py-2 pr-2 pl-gutter ${isDone ? 'bg-brand-wash' : 'bg-warn-wash'}`}
    >
      {write.state === 'doubt' && <span aria-hidden className="ring size-5 shrink-0 text-warn" />}
      {isDone ? (
        <a
          className="flex min-h-touch min-w-0 grow items-center gap-2"
          href={paths.tradeDetail({ order: (write.answer as OrderView).id })}
          onClick={read}
        >
          {body}
          <span className="shrink-0 text-2 font-strong text-brand">{t('orders.result.toDetail')}</span>
        </a>
      ) : (
        body
      )}
      {write.state !== 'doubt' && (
        <button
          type="button"
          className="pressable grid size-touch shrink-0 place-items-center rounded-1"
          aria-label={t('ui.close')}
          onClick={read}
        >
          <IconX {...ICON_S} aria-hidden />
        </button>
      )}
    </li>
  )
}
