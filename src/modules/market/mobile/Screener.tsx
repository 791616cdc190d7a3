import { IconBookmark, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { requireMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useLang, useT, useText } from '#client/texts.ts'
import { removeScreen } from '#modules/watchlists/contract.ts'
import { useChange, useWatchlists } from '#modules/watchlists/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON_S, ICON_XS } from '#ui/icon.ts'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { screenStocks, type StockRow } from '../contract.ts'
import { BOUNDS } from '../model/screen.ts'
import { extraOf, LISTED_BY, type ListedBy } from './listed-by.ts'
import { ListHead } from './ListHead.tsx'
import { LiveRow } from './LiveRow.tsx'
import { OrderedRows } from './OrderedRows.tsx'
import { addressOf, EXAMPLES, screenOf, shownBound, type ScreenText } from './screen-form.ts'
import { SaveScreen } from './SaveScreen.tsx'
import { ScreenFilters } from './ScreenFilters.tsx'

const PAGE = 30
const MOST = 300

/** Finds issues by bounds on what is known of them; a screen can be kept and has an address of its own. */
export function Screener({ first }: { first: ScreenText }) {
  const t = useT()
  const [screen, setScreen] = useState(first)
  const [filtering, setFiltering] = useState(false)
  const [saving, setSaving] = useState(false)
  const save = () => requireMember(t('market.screen.act'), () => setSaving(true))
  return (
    <>
      <Section flush>
        <p className="px-gutter pt-3 text-2 text-grey-1">{t('market.screen.lead')}</p>
        <SavedScreens onOpen={setScreen} />
        <Conditions screen={screen} onChange={setScreen} />
        <div className="flex gap-3 px-gutter pt-1 pb-3">
          <Button size="s" onPress={() => setFiltering(true)}>
            {t('market.screen.change')}
          </Button>
          <Button
            size="s"
            kind="secondary"
            disabled={addressOf({ ...screen, sort: '' }) === ''}
            onPress={save}
          >
            <IconBookmark {...ICON_S} />
            {t('market.screen.save')}
          </Button>
        </div>
      </Section>
      <Found
        key={addressOf(screen)}
        screen={screen}
        onSort={(sort) => setScreen({ ...screen, sort })}
        onChange={() => setFiltering(true)}
      />
      {filtering && <ScreenFilters screen={screen} onClose={() => setFiltering(false)} onApply={setScreen} />}
      {saving && <SaveScreen address={addressOf(screen)} onClose={() => setSaving(false)} />}
    </>
  )
}

/** Screens that the member has kept, and examples to begin with. */
function SavedScreens({ onOpen }: { onOpen: (screen: ScreenText) => void }) {
  const t = useT()
  const { read } = useWatchlists()
  const removal = useChange(removeScreen)
  const screens = read.data?.screens ?? []
  const remove = async (id: string, name: string) => {
    if (
      await confirm({
        title: t('market.screen.removeTitle'),
        body: t('market.screen.removeBody', { name }),
        danger: true,
      })
    )
      await removal.run({ params: { id } })
  }
  return (
    <>
      {screens.length > 0 && (
        <ul aria-label={t('market.screen.kept')}>
          {screens.map(({ id, name, address }) => (
            <li key={id} className="row">
              <span className="hairline flex min-h-row-1 items-center">
                <button
                  type="button"
                  className="pressable min-h-touch min-w-0 grow text-left text-2"
                  onClick={() => onOpen(screenOf(address))}
                >
                  {name}
                </button>
                <button
                  type="button"
                  className="pressable -mr-3 grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
                  aria-label={t('market.screen.removeOf', { name })}
                  onClick={() => void remove(id, name)}
                >
                  <IconX {...ICON_S} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="px-gutter">
        <Chips label={t('market.screen.examples')}>
          {Object.entries(EXAMPLES).map(([name, example]) => (
            <Chip key={name} onPress={() => onOpen(example)}>
              {t(`market.screen.example.${name as keyof typeof EXAMPLES}`)}
            </Chip>
          ))}
        </Chips>
      </div>
    </>
  )
}

/** The conditions of the screen now; each can be taken off. */
function Conditions({ screen, onChange }: { screen: ScreenText; onChange: (screen: ScreenText) => void }) {
  const t = useT()
  const lang = useLang()
  const text = useText()
  const f = useFormat()
  const without = (name: keyof ScreenText) => {
    const { [name]: _, ...rest } = screen
    onChange(rest)
  }
  const sectors = screen.sectors?.split(',') ?? []
  const asked: { key: string; label: string; off: () => void }[] = [
    ...(screen.kind
      ? [{ key: 'kind', label: t(`market.company.kind.${screen.kind}`), off: () => without('kind') }]
      : []),
    ...sectors.map((id) => ({
      key: id,
      label: text(`market.sector.${id}`),
      off: () =>
        sectors.length === 1
          ? without('sectors')
          : onChange({ ...screen, sectors: sectors.filter((one) => one !== id).join() }),
    })),
    ...BOUNDS.flatMap((bound) => {
      const asked = screen[bound]
      if (asked === undefined) return []
      const value = shownBound(lang, bound, asked)
      return [
        {
          key: bound,
          label: t(`market.screen.bound.${bound}`, {
            value: f.number(Number(value), (value.split('.')[1] ?? '').length),
          }),
          off: () => without(bound),
        },
      ]
    }),
  ]
  if (asked.length === 0)
    return <p className="px-gutter py-2 text-2 text-grey-1">{t('market.screen.none')}</p>
  return (
    <ul aria-label={t('market.screen.conditions')} className="flex flex-wrap gap-2 px-gutter py-2">
      {asked.map(({ key, label, off }) => (
        <li key={key}>
          <button
            type="button"
            className="chip relative flex min-h-chip items-center gap-1 rounded-1 bg-brand-wash px-3 text-2 text-brand"
            aria-label={t('market.screen.takeOff', { name: label })}
            onClick={off}
          >
            {label}
            <IconX {...ICON_XS} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Found({
  screen,
  onSort,
  onChange,
}: {
  screen: ScreenText
  onSort: (sort: ListedBy) => void
  onChange: () => void
}) {
  const t = useT()
  const f = useFormat()
  const [count, setCount] = useState(PAGE)
  const sort = LISTED_BY.find((one) => one === screen.sort) ?? 'turnover'
  const extra = (quote: StockRow['quote'], row: StockRow) => (
    <span className="text-2 whitespace-nowrap text-ink">{extraOf(t, f, sort, row, quote)}</span>
  )
  const read = useRead(
    screenStocks,
    { query: { ...screen, sort, limit: String(count) } },
    { keepPrevious: true, poll: 'marketLists', quiet: true },
  )
  return (
    <Section flush label={t('market.screen.found')}>
      <div className="px-gutter">
        <Chips label={t('market.market.sortBy')}>
          {LISTED_BY.map((one) => (
            <Chip key={one} selected={one === sort} onPress={() => onSort(one)}>
              {t(`market.sort.${one}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      <Loaded read={read} skeleton={<Skeleton kind="stock" rows={8} />} title={t('market.market.cannotLoad')}>
        {({ total, rows }) =>
          total === 0 ? (
            <Empty
              title={t('market.screen.nothing')}
              note={t('market.screen.nothingNote')}
              action={{ label: t('market.screen.change'), onPress: onChange }}
            />
          ) : (
            <>
              <ListHead sort={sort}>
                <span role="status">{t('market.screen.total', { count: total })}</span>
              </ListHead>
              <OrderedRows rows={rows} by={sort}>
                {(row) => <LiveRow key={row.code} row={row} extra={extra} />}
              </OrderedRows>
              <InfiniteScroll
                hasMore={rows.length < total && count < MOST}
                loading={read.isFetching && rows.length < count && count > PAGE}
                onMore={() => setCount(count + PAGE)}
              />
            </>
          )
        }
      </Loaded>
      <p className="px-gutter py-3 text-1 text-grey-1">
        {f.sentences(t('market.screen.basis'), '')}
        <a className="text-brand underline" href={paths.dividends()}>
          {t('market.screen.calendar')}
        </a>
      </p>
    </Section>
  )
}
