import { refresh, useRead } from '#client/reads.ts'
import { useTopic } from '#client/topics.ts'
import { getOrder, type OrderView } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'

/** The order as it stands: the stream says when it changes. */
export function useLiveOrder(first: OrderView): OrderView {
  const { id } = first
  const read = useRead(getOrder, { params: { id } }, { placeholder: first, quiet: true })
  const again = () => refresh(getOrder, { params: { id } })
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order' && event.orderId === id) again()
    },
    { onReset: again },
  )
  return read.data ?? first
}
