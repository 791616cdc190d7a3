import { useDeferredValue, useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { ChoiceRow } from '#ui/MenuRow.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { getIndexCloses, type Interval } from '../contract.ts'
import { INDEX_IDS } from '../model/market-index.ts'
import { isDailyInterval } from './chart-labels.ts'
import { idOf, toggled, type Compared } from './compared.ts'
import { Found } from './Found.tsx'

type Props = {
  interval: Interval
  compared: readonly Compared[]
  onChoose: (compared: readonly Compared[]) => void
}

/**
 * Choice of what stands beside the prices: nothing, indices, issues by the search. A press more takes one
 * away.
 */
export function ComparePick({ interval, compared, onChoose }: Props) {
  const t = useT()
  const [query, setQuery] = useState('')
  const asked = useDeferredValue(query.trim())
  const isDaily = isDailyInterval(interval)
  // The first question of a server's day reads the days of all issues, which may take longer than a page
  // waits: it does so while the member chooses.
  useRead(
    getIndexCloses,
    { params: { id: 'all' }, query: { interval: '1d', limit: '1' } },
    { quiet: true, staleTime: 60_000, enabled: isDaily },
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex px-gutter">
        <SearchField label={t('market.search.field')} value={query} onChange={setQuery} />
      </div>
      {asked === '' ? (
        <div>
          <ChoiceRow
            label={t('market.compare.none')}
            chosen={compared.length === 0}
            onPress={() => onChoose([])}
          />
          {compared.map(
            (one) =>
              one.kind === 'issue' && (
                <ChoiceRow
                  key={one.code}
                  label={one.name}
                  chosen
                  onPress={() => onChoose(toggled(compared, one))}
                />
              ),
          )}
          {isDaily ? (
            INDEX_IDS.map((id) => (
              <ChoiceRow
                key={id}
                label={t('market.compare.index', { name: t(`market.index.${id}`) })}
                chosen={compared.some((one) => idOf(one) === id)}
                onPress={() => onChoose(toggled(compared, { kind: 'index', id }))}
              />
            ))
          ) : (
            <p className="px-gutter text-1 text-grey-1">{t('market.compare.indexNote')}</p>
          )}
        </div>
      ) : (
        <Found
          query={asked}
          onChoose={({ code, name }) => onChoose(toggled(compared, { kind: 'issue', code, name }))}
        />
      )}
    </div>
  )
}
