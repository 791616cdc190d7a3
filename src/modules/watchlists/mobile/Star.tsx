import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { requireMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { ICON } from '#ui/icon.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { addToWatchlist, takeOffWatchlist } from '../contract.ts'
import { useChange, useListName, useWatchlists, type Watchlist } from './use-watchlists.ts'

/**
 * Puts an issue on a list and takes it off: at once where there is one list, else the lists are shown to
 * choose from. Guests are told that it is a member's act.
 */
export function Star({ code, name }: { code: string; name: string }) {
  const t = useT()
  const { lists } = useWatchlists()
  const [choosing, setChoosing] = useState(false)
  const toggle = useToggle(code)
  const isStarred = lists?.some(({ codes }) => codes.includes(code)) ?? false
  const press = () =>
    requireMember(t('watchlists.act'), () => {
      if (lists === null) return
      if (lists.length > 1) setChoosing(true)
      else void toggle.run(lists[0]!)
    })
  const Icon = isStarred ? IconStarFilled : IconStar
  return (
    <>
      <button
        type="button"
        className="pressable grid size-touch shrink-0 place-items-center rounded-1"
        aria-pressed={isStarred}
        aria-busy={toggle.busy}
        aria-label={t(isStarred ? 'watchlists.starred' : 'watchlists.star', { name })}
        onClick={press}
      >
        <Icon {...ICON} className={`size-6 shrink-0 ${isStarred ? 'text-brand-bright' : 'text-grey-2'}`} />
      </button>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('watchlists.chooseFor', { name })}>
        <ul className="px-gutter">
          {lists?.map((list) => (
            <Choice
              key={list.id}
              list={list}
              checked={list.codes.includes(code)}
              busy={toggle.busy}
              onPress={() => void toggle.run(list)}
            />
          ))}
        </ul>
        <MenuRow label={t('watchlists.editTitle')} href={paths.watchlists()} />
      </Sheet>
    </>
  )
}

function Choice({
  list,
  checked,
  busy,
  onPress,
}: {
  list: Watchlist
  checked: boolean
  busy: boolean
  onPress: () => void
}) {
  const nameOf = useListName()
  return (
    <li>
      <label className="flex min-h-13 items-center gap-3 text-2">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          checked={checked}
          disabled={busy}
          onChange={onPress}
        />
        {nameOf(list)}
      </label>
    </li>
  )
}

/** On the list, or off it; says which. */
function useToggle(code: string) {
  const t = useT()
  const nameOf = useListName()
  const add = useChange(addToWatchlist)
  const takeOff = useChange(takeOffWatchlist)
  async function run(list: Watchlist) {
    const isOn = list.codes.includes(code)
    const answer = await (isOn ? takeOff : add).run({ params: { id: list.id }, input: { code } })
    if (answer.ok)
      toast(t(isOn ? 'watchlists.takenOff' : 'watchlists.added', { list: nameOf(list) }), { kind: 'ok' })
  }
  return { run, busy: add.state !== 'idle' || takeOff.state !== 'idle' }
}
