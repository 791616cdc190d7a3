import { IconSettings } from '@tabler/icons-react'
import { useEffect } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { asksForSearch, isSearchKeyOff } from '#client/search-key.ts'
import { useT } from '#client/texts.ts'
import { titleKey } from '#registry/pages.ts'
import { ICON } from '#ui/icon.ts'

/** The settings, at the foot of the rail, and the desk's key. Its code comes to wide windows alone. */
export default function RailFoot() {
  const t = useT()
  useEffect(() => {
    addEventListener('keydown', openSearch)
    return () => removeEventListener('keydown', openSearch)
  }, [])
  return (
    <a
      href={paths.settings()}
      aria-label={t(titleKey('settings'))}
      className="rail-only mt-auto h-row place-items-center text-tab-idle"
    >
      <IconSettings {...ICON} />
    </a>
  )
}

/** To the search field that is in sight, else to the search; never out of a dialog. */
function openSearch(event: KeyboardEvent): void {
  const target = event.target instanceof HTMLElement ? event.target : null
  if (isSearchKeyOff.isSet() || !asksForSearch(event, target)) return
  if (document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  const fields = document.querySelectorAll<HTMLInputElement>('input[type="search"]')
  const field = [...fields].find((one) => one.checkVisibility())
  if (field === undefined) navigate.to(paths.search())
  else field.focus()
}
