import { useState } from 'react'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import type { WriteState } from '#client/use-write.ts'
import {
  FIGURES,
  FIRST_CHART,
  figureOf,
  figuresOf,
  MOST_PANES,
  OVERLAYS,
  PANES,
  SCALES,
  toggled,
  type ChartSettings,
  type Figure,
  type Span,
  type Study,
} from '#modules/watchlists/model/chart.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'

type Draft = {
  readonly settings: ChartSettings
  /** Figures that are being typed and are none, or none that the chart can have. */
  readonly unfit: ReadonlySet<Figure>
}

/** Studies of the charts and their figures: tried out here, kept by the button. */
export function StudyForm({
  settings,
  span,
  keep,
  state,
  onClose,
}: {
  settings: ChartSettings
  span: Span
  keep: (settings: ChartSettings) => Promise<boolean>
  state: WriteState
  onClose: () => void
}) {
  const t = useT()
  const { isLogin } = useSession()
  const [draft, setDraft] = useState<Draft>({ settings, unfit: new Set() })
  // Fields begin anew where all figures have been put back.
  const [round, setRound] = useState(0)
  const change = (next: ChartSettings) => setDraft((before) => ({ ...before, settings: next }))
  const submit = async () => {
    if (!(await keep(draft.settings))) return
    toast(t('market.study.kept'), { kind: 'ok' })
    onClose()
  }
  const part = (study: Study) => (
    <StudyPart
      key={`${study} ${round}`}
      study={study}
      span={span}
      draft={draft}
      onToggle={() => change(toggled(draft.settings, study) ?? draft.settings)}
      onFigure={(figure, value) =>
        setDraft(({ settings: before, unfit }) => ({
          settings: value === null ? before : { ...before, figures: { ...before.figures, [figure]: value } },
          unfit:
            value === null
              ? new Set([...unfit, figure])
              : new Set([...unfit].filter((one) => one !== figure)),
        }))
      }
    />
  )
  const inUse = [...draft.unfit].some((figure) =>
    draft.settings.studies.some((study) => figuresOf(study, span).includes(figure)),
  )
  return (
    <form
      className="flex flex-col px-gutter"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!inUse) void submit()
      }}
    >
      <fieldset>
        <legend className="text-1 text-grey-1">{t('market.study.overlays')}</legend>
        {OVERLAYS.map(part)}
      </fieldset>
      <fieldset className="pt-3">
        <legend className="text-1 text-grey-1">{t('market.study.panes', { most: MOST_PANES })}</legend>
        {PANES.map(part)}
      </fieldset>
      <div className="flex flex-col gap-1 pt-3">
        <span className="text-1 text-grey-1">{t('market.study.scale')}</span>
        <Segment
          label={t('market.study.scale')}
          options={SCALES.map((value) => ({ value, label: t(`market.study.scale.${value}`) }))}
          value={draft.settings.scale}
          onChange={(scale) => change({ ...draft.settings, scale })}
        />
      </div>
      {!isLogin && <p className="pt-3 text-1 text-grey-1">{t('market.study.guestNote')}</p>}
      <div className="sticky bottom-0 flex gap-2 bg-surface py-3">
        <Button
          kind="secondary"
          onPress={() => {
            setDraft({ settings: FIRST_CHART, unfit: new Set() })
            setRound(round + 1)
          }}
        >
          {t('market.study.reset')}
        </Button>
        <Button type="submit" state={state} disabled={inUse}>
          {t('market.study.apply')}
        </Button>
      </div>
    </form>
  )
}

type PartProps = {
  study: Study
  span: Span
  draft: Draft
  onToggle: () => void
  /** null: what is typed is no figure that the chart can have. */
  onFigure: (figure: Figure, value: number | null) => void
}

/** A study with its switch, and its figures while it is on. */
function StudyPart({ study, span, draft: { settings }, onToggle, onFigure }: PartProps) {
  const t = useT()
  const isOn = settings.studies.includes(study)
  const figures = figuresOf(study, span)
  return (
    <div>
      <Switch
        plain
        checked={isOn}
        disabled={toggled(settings, study) === null}
        label={t(`market.study.name.${study}`)}
        note={t(`market.study.about.${study}`)}
        onChange={onToggle}
      />
      {isOn && figures.length > 0 && (
        <div role="group" aria-label={t(`market.study.name.${study}`)} className="flex flex-col gap-1 pb-2">
          {(study === 'sma' || study === 'ema') && (
            <span className="text-1 text-grey-1">{t(`market.study.span.${span}`)}</span>
          )}
          <div className="grid grid-cols-3 items-end gap-2">
            {figures.map((figure) => (
              <FigureField
                key={figure}
                figure={figure}
                initial={figureOf(settings, figure)}
                onChange={(value) => onFigure(figure, value)}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function FigureField({
  figure,
  initial,
  onChange,
}: {
  figure: Figure
  initial: number
  onChange: (value: number | null) => void
}) {
  const t = useT()
  const { least, most } = FIGURES[figure]
  const [value, setValue] = useState<number | null>(initial)
  const name = figure.slice(figure.lastIndexOf('.') + 1) as FigureName
  const fits = (typed: number) => typed >= least && typed <= most
  return (
    <NumberField
      label={t(`market.study.figure.${name}`)}
      unit="units"
      value={value}
      onChange={(typed) => {
        setValue(typed)
        onChange(typed !== null && fits(typed) ? typed : null)
      }}
      problem={value === null || fits(value) ? null : t('market.study.rule', { least, most })}
    />
  )
}

type LastOf<Name extends string> = Name extends `${string}.${infer Rest}` ? LastOf<Rest> : Name
/** The last word of a figure's name: what the texts call it. */
type FigureName = LastOf<Figure>
