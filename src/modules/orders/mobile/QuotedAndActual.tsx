import { useFormat, useT } from '#client/texts.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { Section } from '#ui/Section.tsx'
import { SectionHead } from '#ui/Section.tsx'
import { quotedRows, verdictYen } from './quoted-rows.ts'

/**
 * The figures of the ticket against the money that moved, line by line: each difference in ink (docs: proof
 * is one tap from the claim).
 */
export function QuotedAndActual({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  if (order.filledQuantity === 0) return null
  const rows = quotedRows(order)
  const verdict = verdictYen(order)
  const note =
    verdict === 0
      ? undefined
      : t(verdict > 0 ? 'orders.detail.better' : 'orders.detail.worse', { yen: f.money(Math.abs(verdict)) })
  return (
    <Section>
      <SectionHead title={t('orders.detail.quoted')} note={note} />
      <table className="mb-2 w-full border-collapse">
        <thead>
          <tr className="text-grey-1 text-1 border-grey-3 border-b">
            <th scope="col" className="py-1 text-left font-regular">
              {t('orders.detail.item')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('orders.detail.quotedColumn')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('orders.detail.actual')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('orders.detail.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, quoted, actual }) => {
            const show = item === 'price' ? f.price : f.yen
            const signed = item === 'price' ? f.signedPrice : f.signedYen
            const difference =
              quoted === null || actual === null ? null : Math.round((actual - quoted) * 10) / 10
            return (
              <tr key={item} className="border-grey-3 border-b">
                <th scope="row" className="py-2 text-left font-regular">
                  {t(`orders.detail.${item}`)}
                </th>
                <td className="text-grey-1 py-2 text-right whitespace-nowrap">{show(quoted)}</td>
                <td className="font-strong py-2 text-right whitespace-nowrap">{show(actual)}</td>
                <td className="py-2 text-right whitespace-nowrap">
                  {difference === 0 ? t('orders.detail.same') : signed(difference)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="text-grey-1 text-1">{t('orders.detail.quotedNote')}</p>
    </Section>
  )
}
