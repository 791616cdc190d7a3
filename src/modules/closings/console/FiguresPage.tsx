import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { FIGURE_KEYS, figureOf, GROUPS } from '../model/figures.ts'
import { listFigures, type FigureView } from '../operator-contract.ts'
import { FigurePane } from './FigurePane.tsx'
import { useFigure } from './figure-words.ts'

/** Figures of the last closed day in groups, with the day that goes on; one opens with what it means. */
export default function FiguresPage() {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const read = useRead(listFigures, {}, { poll: 'deskFrame', keepPrevious: true })
  const opened = FIGURE_KEYS.find((key) => key === query.at)
  const title = t('closings.console.figures')
  const day = read.data?.day ?? null
  return (
    <div className={`desk-split ${opened === undefined ? 'idle' : ''}`}>
      <section className="desk-page" aria-label={title}>
        <div className="flex min-h-11 items-center gap-3 border-b border-grey-3 px-4">
          <h1 className="text-3 font-strong">{title}</h1>
          <p className="text-1 text-grey-1">
            {day === null
              ? t('closings.console.noFigures')
              : t('closings.console.figuresOf', { day: f.day(day) })}
          </p>
        </div>
        <div className="desk-scroll" tabIndex={0} role="group" aria-label={title}>
          <Loaded read={read} skeleton="lines">
            {({ figures }) =>
              GROUPS.map((group) => (
                <section key={group} aria-label={t(`closings.console.group.${group}`)}>
                  <h2 className="border-b border-grey-3 px-4 pt-4 pb-2 text-2 font-strong">
                    {t(`closings.console.group.${group}`)}
                  </h2>
                  <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
                    {figures
                      .filter(({ key }) => figureOf(key).group === group)
                      .map((figure) => (
                        <FigureTile key={figure.key} figure={figure} isOpen={figure.key === opened} />
                      ))}
                  </div>
                </section>
              ))
            }
          </Loaded>
        </div>
      </section>
      {opened !== undefined && <FigurePane key={opened} figure={opened} />}
    </div>
  )
}

/** A figure with its small line; what goes on today stands below. */
function FigureTile({
  figure: { key, value, today, inAll, line },
  isOpen,
}: {
  figure: FigureView
  isOpen: boolean
}) {
  const t = useT()
  const figure = useFigure()
  const live = { value: figure(key, today) }
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      className={`flex flex-col items-stretch gap-1 border-r border-b border-grey-3 px-4 py-3 text-left ${isOpen ? 'bg-brand-wash' : ''}`}
      onClick={() => setQuery({ at: isOpen ? null : key })}
    >
      <span className="text-1 text-grey-1">{t(`closings.console.figure.${key}`)}</span>
      <span className="text-3 font-strong">{figure(key, value)}</span>
      {/* No colour of gain or loss: the line is held against its own end. */}
      <Sparkline values={line} base={line.at(-1)} width={200} height={28} />
      <span className="text-1 text-grey-1">
        {today === null
          ? ' '
          : t(figureOf(key).of === 'day' ? 'closings.console.today' : 'closings.console.now', live)}
        {inAll !== null && ` · ${t('closings.console.inAll', { value: figure(key, inAll) })}`}
      </span>
    </button>
  )
}
