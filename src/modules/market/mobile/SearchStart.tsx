import { IconHistory, IconTrash, IconX } from '@tabler/icons-react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { Chip } from '#ui/Chip.tsx'
import { confirm } from '#ui/confirm.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import { listStocks } from '../contract.ts'
import { searchHistory, type Searched } from './search-history.ts'

/** The ways to go on without typing: earlier searches, the most traded issues, help with searching. */
export function SearchStart({ onSearch }: { onSearch: (query: string) => void }) {
  const t = useT()
  return (
    <>
      <History onSearch={onSearch} />
      <MostTraded />
      <Section>
        <h2 className="pb-1 text-1 text-grey-1">{t('market.search.how')}</h2>
        <dl className="flex flex-col gap-1 text-2">
          <How example="S214" what={t('market.search.howCode')} />
          <How example={t('market.search.howReadingExample')} what={t('market.search.howReading')} />
          <How example={t('market.search.howSectorExample')} what={t('market.search.howSector')} />
        </dl>
      </Section>
    </>
  )
}

const How = ({ example, what }: { example: string; what: string }) => (
  <div className="flex gap-4">
    <dt className="w-26 shrink-0 text-grey-1">{example}</dt>
    <dd className="min-w-0">{what}</dd>
  </div>
)

function History({ onSearch }: { onSearch: (query: string) => void }) {
  const t = useT()
  const entries = searchHistory.useEntries()
  if (entries.length === 0) return null
  const clear = async () => {
    const body = t('market.search.clearBody', { count: entries.length })
    if (await confirm({ title: t('market.search.clearTitle'), body })) searchHistory.clear()
  }
  return (
    <Section flush>
      <div className="flex min-h-touch items-center justify-between px-gutter pt-1">
        <h2 className="text-3 font-strong">{t('market.search.history')}</h2>
        <button
          type="button"
          className="pressable -mr-2 flex min-h-touch items-center gap-1 rounded-1 px-2 text-2 text-grey-1"
          onClick={() => void clear()}
        >
          <IconTrash {...ICON_S} />
          {t('market.search.clear')}
        </button>
      </div>
      <ul>
        {entries.map((entry) => (
          <HistoryRow key={entry.code ?? entry.text} entry={entry} onSearch={onSearch} />
        ))}
      </ul>
    </Section>
  )
}

function HistoryRow({ entry, onSearch }: { entry: Searched; onSearch: (query: string) => void }) {
  const t = useT()
  const again = () => {
    searchHistory.add(entry)
    if (entry.code === null) onSearch(entry.text)
    else navigate.to(paths.stock({ code: entry.code }))
  }
  return (
    <li className="row relative">
      <div className="hairline after-icon flex items-center">
        <button
          type="button"
          className="flex min-h-row-1 min-w-0 grow items-center gap-3 text-left"
          onClick={again}
        >
          <IconHistory {...ICON} className="size-6 shrink-0 text-grey-2" />
          <span className="min-w-0 grow text-2">{entry.text}</span>
          {entry.code !== null && <span className="text-1 text-grey-1">{entry.code}</span>}
        </button>
        <button
          type="button"
          className="-mr-3 ml-1 grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
          aria-label={t('market.search.forget', { text: entry.text })}
          onClick={() => searchHistory.remove(entry)}
        >
          <IconX {...ICON_S} />
        </button>
      </div>
    </li>
  )
}

function MostTraded() {
  const t = useT()
  const read = useRead(listStocks, { query: { sort: 'turnover', limit: '6' } }, { quiet: true })
  if (read.data === undefined || read.data.length === 0) return null
  return (
    <Section>
      <SectionHead title={t('market.search.active')} />
      <div className="flex flex-wrap gap-x-2 gap-y-3 pb-2">
        {read.data.map((row) => (
          <Chip key={row.code} onPress={() => navigate.to(paths.stock({ code: row.code }))}>
            {row.name}
          </Chip>
        ))}
      </div>
    </Section>
  )
}
