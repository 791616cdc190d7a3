import { useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { toast } from '#ui/toast.tsx'
import { getCopyMoney, subscribePool, type PoolDetail } from '../contract.ts'
import { wholeYen } from '../model/subscribe.ts'
import { COPY_READS } from './use-copy.ts'

type Props = { pool: PoolDetail; open: boolean; onClose: () => void }

/**
 * The amount, the whole yen that are charged, the time at which it gets units, the possible loss; then a
 * confirm that repeats it in numbers.
 */
export function SubscribeSheet(props: Props) {
  const t = useT()
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('copy.subscribe')}>
      <Form {...props} />
    </Sheet>
  )
}

function Form({ pool, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const money = useRead(getCopyMoney, {}, { quiet: true })
  const [amount, setAmount, drop] = useDraft<number | null>('amount', () => null)
  const [tried, setTried] = useState(false)
  const write = useWrite(subscribePool, { refreshes: COPY_READS })
  const charged = amount === null ? null : wholeYen(amount)
  const left = Math.max(pool.fundSize - pool.taken, 0)
  const free = money.data?.free ?? null
  const problem =
    charged === null
      ? t('copy.subscribe.required')
      : charged < pool.minimum
        ? t('copy.rejection.BELOW_MINIMUM', { minimumYen: pool.minimum })
        : charged > left
          ? t('copy.rejection.ABOVE_CAP', { leftYen: left })
          : free !== null && charged > free
            ? t('copy.rejection.MONEY_SHORT', { freeYen: free, lacksYen: charged - free })
            : null

  async function submit() {
    setTried(true)
    if (problem !== null || amount === null || charged === null) return
    const yes = await confirm({
      title: t('copy.subscribe.confirm'),
      body: (
        <>
          <DefinitionList>
            <DefinitionRow label={pool.name}>{pool.id}</DefinitionRow>
            <DefinitionRow label={t('copy.subscribe.charged')} strong>
              {f.money(charged)}
            </DefinitionRow>
            <DefinitionRow label={t('copy.subscribe.next')}>{f.dateTime(pool.nextNavAt)}</DefinitionRow>
            <DefinitionRow label={t('copy.fee.management')}>
              {f.percent(pool.managementPpm / 100)}
            </DefinitionRow>
            <DefinitionRow label={t('copy.fee.performance')}>
              {f.percent(pool.performancePpm / 100)}
            </DefinitionRow>
          </DefinitionList>
          <p className="pt-2 text-1 text-grey-1">{t('copy.riskNote')}</p>
        </>
      ),
    })
    if (!yes) return
    const answer = await write.run({ input: { pool: pool.id, amount } })
    if (!answer.ok) return
    drop()
    toast(t('copy.subscribe.done'), { kind: 'ok' })
    onClose()
    navigate.to(paths.copyRecord({ id: answer.data.id }))
  }

  return (
    <>
      <div className="flex flex-col gap-2 px-gutter pb-2">
        <p className="text-2 font-strong">{pool.name}</p>
        <NumberField
          label={t('copy.subscribe.amount')}
          rule={t('copy.subscribe.rule', { minimum: f.money(pool.minimum) })}
          error={tried ? problem : null}
          problem={problem}
          decimals={2}
          tooFine={t('ui.tooFine', { decimals: '0', unit: 'yen' })}
          big
          value={amount}
          onChange={setAmount}
          end={<span className="shrink-0 pr-3 text-2 text-grey-1">{t('ui.yen')}</span>}
        />
        {charged !== null && charged !== amount && (
          <p role="status" className="text-1 text-warn">
            {t('copy.subscribe.cut', { yen: f.money(charged) })}
          </p>
        )}
        <DefinitionList>
          <DefinitionRow label={t('copy.subscribe.charged')} strong>
            <Figure size={3}>{f.money(charged)}</Figure>
          </DefinitionRow>
          <DefinitionRow label={t('copy.subscribe.free')}>{f.money(free)}</DefinitionRow>
          <DefinitionRow label={t('copy.subscribe.left')}>{f.money(left)}</DefinitionRow>
          <DefinitionRow label={t('copy.subscribe.next')}>{f.dateTime(pool.nextNavAt)}</DefinitionRow>
        </DefinitionList>
        <p className="text-1 text-grey-1">{t('copy.riskNote')}</p>
        <p className="text-1 text-grey-1">{t('copy.subscribe.refusable')}</p>
      </div>
      <div className="flex p-4 pt-2">
        <Button state={write.state} onPress={() => void submit()}>
          {charged === null || problem !== null
            ? t('copy.subscribe')
            : t('copy.subscribe.button', { yen: f.money(charged) })}
        </Button>
      </div>
    </>
  )
}
