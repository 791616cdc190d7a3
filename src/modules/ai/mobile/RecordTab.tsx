import { useState } from 'react'
import { call } from '#client/call.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useServerInfo } from '#client/server-info.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listAiDays, type AiView, type PickDayView, type RecordView } from '../contract.ts'
import { Outcome } from './Outcome.tsx'
import { useAi } from './use-ai.ts'
import { Verdict } from './Verdict.tsx'

/** The model card, its record against the index, what published picks did, and all of them one by one. */
export function RecordTab() {
  const t = useT()
  const read = useAi()
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={12} />
        </Section>
      }
      title={t('ai.cannotLoad')}
    >
      {(view) => (
        <>
          {view.model !== null && <Verdict model={view.model} />}
          {view.model !== null && (
            <Section>
              <SectionHead title={t('ai.record.test')} />
              <Figures record={view.model.record} costBp={view.model.costBp} />
            </Section>
          )}
          <Section>
            <SectionHead title={t('ai.record.live')} />
            {view.live === null || view.model === null ? (
              <p className="pb-3 text-2 text-grey-1">{t('ai.record.liveNone')}</p>
            ) : (
              <Figures record={view.live} costBp={view.model.costBp} />
            )}
          </Section>
          <Card view={view} />
          <Past />
        </>
      )}
    </Loaded>
  )
}

function Figures({ record, costBp }: { record: RecordView; costBp: number }) {
  const t = useT()
  const f = useFormat()
  const { interval } = record
  return (
    <DefinitionList>
      <DefinitionRow label={t('ai.record.picks')}>{f.signedPercent(record.returnBp)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.index')}>{f.signedPercent(record.indexBp)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.cost')}>{f.signedPercent(-costBp)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.excess')} strong>
        {f.signedPercent(record.excessBp)}
      </DefinitionRow>
      <DefinitionRow label={t('ai.record.interval')}>
        {interval === null
          ? t('ai.record.noInterval')
          : t('ai.card.fromTo', {
              from: f.signedPercent(interval.lowBp),
              to: f.signedPercent(interval.highBp),
            })}
      </DefinitionRow>
      <DefinitionRow label={t('ai.record.hit')}>{f.percent(record.hitBp, 1)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.worst')}>{f.signedPercent(record.worstBp)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.trials')}>{f.quantity(record.trials)}</DefinitionRow>
      <DefinitionRow label={t('ai.record.unfilled')}>{f.quantity(record.unfilled)}</DefinitionRow>
    </DefinitionList>
  )
}

function Card({ view: { card, model } }: { view: AiView }) {
  const t = useT()
  const f = useFormat()
  const { replayed } = useServerInfo()
  if (model === null) return null
  const rule = {
    limit: f.percent(model.limitBp),
    profit: f.percent(model.takeProfitBp),
    loss: f.percent(model.stopLossBp),
    days: model.holdDays,
  }
  return (
    <Section>
      <SectionHead title={t('ai.card.title')} note={card === null ? undefined : `${card.name} ${card.id}`} />
      {card !== null && <p className="pb-2 text-2">{card.method}</p>}
      <DefinitionList>
        <DefinitionRow label={t('ai.card.version')}>{model.version}</DefinitionRow>
        <DefinitionRow label={t('ai.card.trained')}>
          {t('ai.card.fromTo', { from: f.day(model.trainFrom), to: f.day(model.trainTo) })}
        </DefinitionRow>
        <DefinitionRow label={t('ai.card.tested')}>
          {t('ai.card.fromTo', { from: f.day(model.testFrom), to: f.day(model.testTo) })}
        </DefinitionRow>
      </DefinitionList>
      {replayed === null && <p className="pt-2 text-1 text-grey-1">{t('ai.card.datesNote')}</p>}
      <p className="pt-2 text-1 text-grey-1">{t('ai.card.rule')}</p>
      <p className="text-2">{t('ai.card.ruleText', rule)}</p>
      <p className="pt-2 text-1 text-grey-1">{t('ai.card.code')}</p>
      <p className="text-1 break-all">{model.codeSha256}</p>
    </Section>
  )
}

/** All picks that ever were, the newest first. */
function Past() {
  const t = useT()
  const read = useRead(listAiDays, { query: {} })
  const [older, setOlder] = useState<readonly PickDayView[]>([])
  const [state, setState] = useState<'idle' | 'pending' | 'end'>('idle')
  const shown = [...(read.data ?? []), ...older]
  if (shown.length === 0) return null
  async function more() {
    setState('pending')
    try {
      const next = await call(listAiDays, { query: { beforeDay: shown.at(-1)!.day } })
      setOlder([...older, ...next])
      setState(next.length === 0 ? 'end' : 'idle')
    } catch {
      setState('idle')
    }
  }
  return (
    <Section flush>
      <SectionHead flush title={t('ai.record.past')} />
      {shown.map((day) => (
        <Day key={day.id} day={day} />
      ))}
      {state !== 'end' && shown.length >= 10 && (
        <div className="flex px-gutter py-3">
          <Button kind="secondary" state={state} onPress={() => void more()}>
            {t('ai.record.more')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Day({ day }: { day: PickDayView }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <h3 className="px-gutter pt-3 text-1 text-grey-1">{t('ai.picks.title', { day: f.date(day.day) })}</h3>
      {day.picks.map((pick) => (
        <Row key={pick.id} href={paths.ai({ id: pick.id })} className="gap-2 pr-4">
          <span className="min-w-0 grow py-2">
            <span className="block text-2">{pick.name}</span>
            <span className="block text-1 text-grey-1">{pick.code}</span>
          </span>
          <span className="shrink-0">
            {pick.outcome === null ? (
              <span className="text-1 text-grey-1">{t('ai.record.running')}</span>
            ) : (
              <Outcome outcome={pick.outcome} />
            )}
          </span>
        </Row>
      ))}
    </>
  )
}
