import { useFormat, useT } from '#client/texts.ts'
import type { LossCutView } from '#modules/orders/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'

/** The acts of the loss-cut on a lot, and the trade on which each was decided. */
export function LossCutReceipt({ cuts }: { cuts: readonly LossCutView[] }) {
  const t = useT()
  const f = useFormat()
  return cuts.map(({ id, quantity, ratioBp, decidedAt, print }) => (
    <Section key={id}>
      <SectionHead title={t('orders.lossCut.title')} />
      <p className="text-grey-1 text-1">
        {t(print === null ? 'orders.lossCut.noteAccount' : 'orders.lossCut.note')}
      </p>
      <DefinitionList>
        {print !== null && (
          <>
            <DefinitionRow
              label={t('orders.lossCut.print')}
              note={t('orders.lossCut.printNo', { no: print.no })}
            >
              {print.name}
            </DefinitionRow>
            <DefinitionRow label={t('orders.lossCut.price')}>{f.price(print.price)}</DefinitionRow>
            <DefinitionRow label={t('orders.lossCut.printAt')}>
              {f.date(print.at)} {f.time(print.at)}
            </DefinitionRow>
          </>
        )}
        <DefinitionRow label={t('orders.lossCut.decidedAt')}>
          {f.date(decidedAt)} {f.time(decidedAt)}
        </DefinitionRow>
        {print !== null && (
          <DefinitionRow label={t('orders.lossCut.late')}>
            {t('orders.lossCut.ms', { ms: print.lateMs })}
          </DefinitionRow>
        )}
        <DefinitionRow label={t('orders.lossCut.ratio')}>{f.percent(ratioBp)}</DefinitionRow>
        <DefinitionRow label={t('orders.lossCut.quantity')}>{f.shares(quantity)}</DefinitionRow>
      </DefinitionList>
    </Section>
  ))
}
