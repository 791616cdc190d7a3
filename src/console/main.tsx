import './console.css'
import { createRoot } from 'react-dom/client'
import { cannotStart } from '#client/cannot-start.ts'
import { applyDirection } from '#client/direction.ts'
import { loadTexts, textsUpTo } from '#client/texts.ts'
import { session } from '#client/session.ts'
import { firstLocale } from '#i18n/lang.ts'
import { startAddress } from '#console/kit/address.ts'
import { watchAttendance } from '#console/kit/attended.ts'
import { applyTheme } from '#console/kit/theme.ts'
import { extraHeaders } from '#client/request.ts'
import { guardKeys } from '#ui/key-guard.ts'
import { guardPresses } from '#ui/press-guard.ts'
import { App } from './App.tsx'

/** The cookie says who asks; the page says whose it is, which another tab's sign-in does not change. */
function sayWhose(): void {
  extraHeaders['token'] = ''
  extraHeaders['operator'] = session.get().userId
}

applyDirection()
applyTheme()
guardPresses()
guardKeys()
startAddress()
watchAttendance()
sayWhose()
session.subscribe(sayWhose)
if (session.get().locale === '') session.setLocale(firstLocale(navigator.languages))
loadTexts()
  .then(() => textsUpTo('rest'))
  .then(() => createRoot(document.getElementById('app')!).render(<App />), cannotStart)
