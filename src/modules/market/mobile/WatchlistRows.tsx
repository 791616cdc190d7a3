import { IconNote, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { arrangeRows, getWatchlists, takeOffWatchlist } from '#modules/watchlists/contract.ts'
import { useChange, type Watchlist } from '#modules/watchlists/mobile/public.ts'
import { ICON_S } from '#ui/icon.ts'
import { Sortable } from '#ui/Sortable.tsx'
import { listStocks } from '../contract.ts'
import { MarkDot, MarkSheet, type Mark } from './MarkSheet.tsx'

/** The issues of a list, to be put in order and taken off. */
export function WatchlistRows({ list, marks }: { list: Watchlist; marks: readonly Mark[] }) {
  const t = useT()
  const [marking, setMarking] = useState<string | null>(null)
  const arrange = useChange(arrangeRows)
  const takeOff = useChange(takeOffWatchlist)
  const names = useRead(
    listStocks,
    { query: { codes: list.codes.join(), limit: '100' } },
    { keepPrevious: true, quiet: true, staleTime: 60_000 },
  )
  const { order, arranged } = useOrder(list.codes, (rows) =>
    arrange.run({ params: { id: list.id }, input: { rows } }),
  )
  const nameOf = (code: string) => names.data?.find((row) => row.code === code)?.name ?? code
  const markOf = (code: string) => marks.find((mark) => mark.code === code)
  const colourOf = (code: string) => markOf(code)?.colour ?? null
  return (
    <>
      <Sortable
        label={t('watchlists.lists')}
        onArrange={arranged}
        items={order.map((code) => ({
          id: code,
          name: nameOf(code),
          content: (
            <span className="flex items-center">
              <span className="min-w-0 grow">
                <span className="block text-2 font-strong">{nameOf(code)}</span>
                <span className="flex items-baseline gap-1.5 text-1 text-grey-1">
                  {code}
                  {colourOf(code) !== null && <MarkDot colour={colourOf(code)!} />}
                  <span className="min-w-0 truncate">{markOf(code)?.note}</span>
                </span>
              </span>
              <IconButton
                label={t('watchlists.markOf', { name: nameOf(code) })}
                onPress={() => setMarking(code)}
              >
                <IconNote {...ICON_S} />
              </IconButton>
              <IconButton
                label={t('watchlists.takeOff', { name: nameOf(code) })}
                onPress={() => void takeOff.run({ params: { id: list.id }, input: { code } })}
              >
                <IconX {...ICON_S} />
              </IconButton>
            </span>
          ),
        }))}
      />
      {marking !== null && (
        <MarkSheet
          code={marking}
          name={nameOf(marking)}
          mark={markOf(marking)}
          onClose={() => setMarking(null)}
        />
      )}
    </>
  )
}

export function IconButton({
  label,
  onPress,
  children,
}: {
  label: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      className="pressable grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/**
 * The order as it was just arranged, until the server has said what stands; refused, what stands is read
 * again.
 */
export function useOrder(stands: readonly string[], write: (ids: string[]) => Promise<{ ok: boolean }>) {
  const [wanted, setWanted] = useState<{ from: string; ids: string[] } | null>(null)
  const now = stands.join()
  // The wanted order counts as long as nothing else has come from the server.
  const order = wanted?.from === now ? wanted.ids : stands
  async function arranged(ids: string[]) {
    setWanted({ from: now, ids })
    const answer = await write(ids)
    if (answer.ok) return
    setWanted(null)
    refresh(getWatchlists)
  }
  return { order, arranged: (ids: string[]) => void arranged(ids) }
}
