import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { findBanks, findBranches } from '#modules/funding/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Row } from '#ui/Row.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

export type Place = { code: string; name: string }
type Props = { onClose: () => void; onPick: (place: Place) => void }

function Found({
  read,
  onPick,
}: { read: Parameters<typeof Loaded<(Place & { kana: string })[]>>[0]['read'] } & Pick<Props, 'onPick'>) {
  const t = useT()
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton kind="lines" rows={5} />}
      empty={<Empty title={t('funding.account.noneFound')} note={t('funding.account.noneFoundNote')} />}
    >
      {(places) => (
        <>
          {places.map((place) => (
            <Row key={place.code} onPress={() => onPick(place)} className="gap-3 px-gutter">
              <span className="min-w-0 grow">
                <span className="block text-2">{place.name}</span>
                <span className="block text-1 text-grey-1">{place.kana}</span>
              </span>
              <span className="shrink-0 text-1 text-grey-1 tabular-nums">{place.code}</span>
            </Row>
          ))}
        </>
      )}
    </Loaded>
  )
}

function Frame({
  title,
  label,
  onClose,
  children,
}: {
  title: string
  label: string
  onClose: () => void
  children: (query: string) => React.ReactNode
}) {
  const [query, setQuery] = useState('')
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className="flex px-gutter pb-2">
        <SearchField label={label} value={query} onChange={setQuery} />
      </div>
      <div className="scroller h-96 overflow-y-auto">{children(query)}</div>
    </Sheet>
  )
}

function Banks({ query, onPick }: { query: string } & Pick<Props, 'onPick'>) {
  const read = useRead(
    findBanks,
    { query: query === '' ? {} : { query } },
    { keepPrevious: true, staleTime: 600_000 },
  )
  return <Found read={read} onPick={onPick} />
}
function Branches({ bank, query, onPick }: { bank: string; query: string } & Pick<Props, 'onPick'>) {
  const read = useRead(
    findBranches,
    { params: { bank }, query: query === '' ? {} : { query } },
    { keepPrevious: true, staleTime: 600_000 },
  )
  return <Found read={read} onPick={onPick} />
}

/** Any bank of the Zengin list, by name, kana, Latin letters or code. */
export function BankSheet({ onClose, onPick }: Props) {
  const t = useT()
  return (
    <Frame title={t('funding.account.chooseBank')} label={t('funding.account.searchBank')} onClose={onClose}>
      {(query) => <Banks query={query} onPick={onPick} />}
    </Frame>
  )
}
/** Any branch of a bank. */
export function BranchSheet({ bank, onClose, onPick }: Props & { bank: string }) {
  const t = useT()
  return (
    <Frame
      title={t('funding.account.chooseBranch')}
      label={t('funding.account.searchBranch')}
      onClose={onClose}
    >
      {(query) => <Branches bank={bank} query={query} onPick={onPick} />}
    </Frame>
  )
}
