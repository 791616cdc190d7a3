import { useFormat, useT } from '#client/texts.ts'
import { useWrite, type WriteState } from '#client/use-write.ts'
import { cancelApplication } from '#modules/draws/contract.ts'
import { confirm as ask } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { toast } from '#ui/toast.tsx'
import { confirmPurchase, declinePurchase, type IpoApplication, type OfferingView } from '../contract.ts'
import { IPO_READS } from './use-ipo.ts'

type Decisions = {
  cancel(mine: IpoApplication): Promise<void>
  confirm(mine: IpoApplication): Promise<void>
  decline(mine: IpoApplication): Promise<void>
  cancelling: WriteState
  confirming: WriteState
  declining: WriteState
}

/** The decisions of a member about an application; each is asked for once more, with its numbers. */
export function useDecisions({ name, code }: Pick<OfferingView, 'name' | 'code'>): Decisions {
  const t = useT()
  const f = useFormat()
  const cancelling = useWrite(cancelApplication, { refreshes: IPO_READS })
  const confirming = useWrite(confirmPurchase, { refreshes: IPO_READS })
  const declining = useWrite(declinePurchase, { refreshes: IPO_READS })
  const issue = `${name} ${code}`
  return {
    cancelling: cancelling.state,
    confirming: confirming.state,
    declining: declining.state,
    async cancel(mine) {
      const yes = await ask({
        title: t('ipo.cancel.ask'),
        act: t('ipo.cancel'),
        danger: true,
        body: (
          <>
            <DefinitionList>
              <DefinitionRow label={issue}>{t('ipo.unitsOf', { n: mine.applicationUnits })}</DefinitionRow>
              <DefinitionRow label={t('ipo.held')} strong>
                {f.money(mine.held)}
              </DefinitionRow>
            </DefinitionList>
            <p className="pt-1 text-1 text-grey-1">{t('ipo.cancel.note')}</p>
          </>
        ),
      })
      if (yes && (await cancelling.run({ params: { id: mine.id } })).ok)
        toast(t('ipo.cancel.done'), { kind: 'ok' })
    },
    async confirm(mine) {
      const yes = await ask({
        title: t('ipo.confirm.ask'),
        danger: true,
        body: (
          <>
            <DefinitionList>
              <DefinitionRow label={issue}>
                {f.shares(mine.winningQuantity)} × {f.price(mine.offerPrice)}
              </DefinitionRow>
              <DefinitionRow label={t('ipo.payable')} strong>
                {f.money(mine.amountPayable)}
              </DefinitionRow>
            </DefinitionList>
            <p className="pt-1 text-1 text-grey-1">
              {f.sentences(t('ipo.confirm.final'), t('ipo.risk.loss'))}
            </p>
          </>
        ),
      })
      if (yes && (await confirming.run({ params: { id: mine.id } })).ok)
        toast(t('ipo.confirm.done'), { kind: 'ok' })
    },
    async decline(mine) {
      const yes = await ask({
        title: t('ipo.decline.ask'),
        danger: true,
        body: (
          <>
            <DefinitionList>
              <DefinitionRow label={issue}>{f.shares(mine.winningQuantity)}</DefinitionRow>
              <DefinitionRow label={t('ipo.returned')} strong>
                {f.money(mine.held)}
              </DefinitionRow>
            </DefinitionList>
            <p className="pt-1 text-1 text-grey-1">{t('ipo.decline.note')}</p>
          </>
        ),
      })
      if (yes && (await declining.run({ params: { id: mine.id } })).ok)
        toast(t('ipo.decline.done'), { kind: 'ok' })
    },
  }
}
