import type { Ms } from '#kernel/time.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { CallView, MarginLotView } from '#modules/margin-calls/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { timeLeft, waysToMeet } from './margin-account.ts'

/** A call that has not ended: what is missing, until when, and every way to bring it in. */
export function CallSection({
  call,
  lots,
  now,
}: {
  call: CallView
  lots: readonly MarginLotView[]
  now: Ms
}) {
  const t = useT()
  const f = useFormat()
  if (call.state === 'forced')
    return (
      <Notice
        tone="danger"
        title={t('margin-calls.forced.title')}
        note={t('margin-calls.forced.note', { missing: call.missing })}
      />
    )
  const ways = waysToMeet(lots, call.missing)
  return (
    <>
      <Section label={t('margin-calls.call.title')}>
        <SectionHead
          title={t('margin-calls.call.title')}
          note={t('margin-calls.call.made', { date: f.date(call.tradeDate) })}
        />
        <p className="text-grey-1 text-1">{t('margin-calls.call.missing')}</p>
        <Figure size={4} tone="danger" unit={t('ui.yen')}>
          {f.yen(call.missing)}
        </Figure>
        <DefinitionList>
          <DefinitionRow
            label={t('margin-calls.call.deadline')}
            strong
            note={t('margin-calls.call.left', timeLeft(call, now))}
          >
            {f.dateTime(call.deadlineAt)}
          </DefinitionRow>
          <DefinitionRow label={t('margin-calls.call.amount')}>{f.money(call.amount)}</DefinitionRow>
          <DefinitionRow label={t('margin-calls.call.met')}>{f.money(call.met)}</DefinitionRow>
        </DefinitionList>
        <p className="text-grey-1 text-1 pt-2">{t('margin-calls.call.note')}</p>
      </Section>
      <Section flush label={t('margin-calls.ways.title')}>
        <SectionHead flush title={t('margin-calls.ways.title')} />
        <MenuRow
          label={t('margin-calls.ways.cash')}
          value={<Figure>{f.money(call.missing)}</Figure>}
          href={paths.recharge()}
        />
        <div className="text-grey-1 text-1 px-gutter py-2">
          <p>{t('margin-calls.ways.cashNote')}</p>
          <p>{t('margin-calls.ways.closeNote')}</p>
        </div>
        {ways.map(({ lot, way, meets }) => (
          <MenuRow
            key={lot.id}
            href={paths.tradeDetail({ lot: lot.id, act: 'close', quantity: way.quantity })}
            label={t('margin-calls.ways.close', { name: lot.name, code: lot.code, quantity: way.quantity })}
            value={
              <Figure tone={meets ? 'ok' : 'ink'}>
                {t(meets ? 'margin-calls.ways.meets' : 'margin-calls.ways.counts', { yen: way.countsYen })}
              </Figure>
            }
          />
        ))}
      </Section>
    </>
  )
}

/** Calls that have ended, newest first. */
export function EndedCalls({ calls }: { calls: readonly CallView[] }) {
  const t = useT()
  const f = useFormat()
  if (calls.length === 0) return null
  return (
    <Section>
      <SectionHead title={t('margin-calls.ended.title')} />
      <DefinitionList>
        {calls.map((call) => (
          <DefinitionRow
            key={call.tradeDate}
            label={f.date(call.tradeDate)}
            note={t('margin-calls.ended.at', { at: f.dateTime(call.endedAt) })}
          >
            {f.money(call.amount)}{' '}
            {t(call.state === 'met' ? 'margin-calls.ended.met' : 'margin-calls.ended.closed')}
          </DefinitionRow>
        ))}
      </DefinitionList>
    </Section>
  )
}
