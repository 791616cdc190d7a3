import { IconBulb } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { AiView, PickDayView, PickView } from '../contract.ts'
import { useAi } from './use-ai.ts'
import { Verdict } from './Verdict.tsx'
import { mainPart, partWord } from './labels.ts'

/** The picks of the model at the newest close, under its verdict. */
export function Picks() {
  const t = useT()
  const read = useAi()
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={8} />
        </Section>
      }
      title={t('ai.cannotLoad')}
    >
      {(view) => (
        <>
          {view.model !== null && <Verdict model={view.model} />}
          {view.now === null ? <None view={view} /> : <Day view={view} day={view.now} />}
        </>
      )}
    </Loaded>
  )
}

function Day({ view: { card }, day }: { view: AiView; day: PickDayView }) {
  const t = useT()
  const f = useFormat()
  const when =
    day.open || card === null || card.open
      ? t('ai.picks.until', { at: f.dateTime(day.applyUntil), entry: f.date(day.entryOn) })
      : t('ai.picks.closedCard', { at: f.dateTime(card.opensAt) })
  return (
    <Section flush>
      <SectionHead flush title={t('ai.picks.title', { day: f.date(day.day) })} note={when} />
      {day.picks.map((pick) => (
        <PickRow key={pick.id} pick={pick} />
      ))}
      <p className="px-gutter py-3 text-1 text-grey-1">{t('ai.picks.scoreNote')}</p>
    </Section>
  )
}

function PickRow({ pick }: { pick: PickView }) {
  const t = useT()
  const f = useFormat()
  const main = mainPart(pick)
  return (
    <Row href={paths.ai({ id: pick.id })} className="gap-3 pr-4">
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-wash text-1 font-strong text-brand"
        aria-hidden
      >
        {pick.place}
      </span>
      <span className="min-w-0 grow py-2">
        <span className="block text-3 font-strong">{pick.name}</span>
        <span className="block text-1 text-grey-1">
          {pick.code}
          {main === undefined ? '' : ` · ${t('ai.picks.why', { feature: t(`ai.feature.${main.feature}`) })}`}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-3 tabular-nums">{f.price(pick.close)}</span>
        <span className="block text-1 text-grey-1 tabular-nums">
          {t('ai.picks.score', { bp: partWord(f, pick.score) })}
        </span>
      </span>
    </Row>
  )
}

/** The reason why there is no pick, and the time when there will be. */
function None({ view: { state, nextAt } }: { view: AiView }) {
  const t = useT()
  const f = useFormat()
  const words = {
    measuring: [t('ai.none.measuring'), t('ai.none.measuringNote')],
    short: [t('ai.none.short'), t('ai.none.shortNote')],
    'no-card': [t('ai.none.card'), t('ai.none.cardNote')],
    ready: [t('ai.none.now'), t('ai.none.nowNote', { at: f.dateTime(nextAt) })],
  } as const
  const [title, note] = words[state]
  return (
    <Empty
      icon={<IconBulb stroke={1.75} className="size-8" aria-hidden />}
      title={title}
      note={note}
      action={{ label: t('ai.toMarket'), href: paths.market() }}
    />
  )
}
