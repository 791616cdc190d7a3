import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { useCancel } from './use-cancel.ts'

/** Of an order that waits: it is amended or taken back. */
export function WaitingActs({ order }: { order: OrderView }) {
  const t = useT()
  const cancel = useCancel()
  return (
    <div className="flex gap-2">
      <Button kind="neutral" size="s" href={paths.tradeDetail({ order: order.id, act: 'amend' })}>
        {t('orders.amend.button')}
      </Button>
      <Button kind="neutral" size="s" state={cancel.state} onPress={() => void cancel.ask(order)}>
        {t('orders.cancel.button')}
      </Button>
    </div>
  )
}
