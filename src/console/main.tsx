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
import { App } from './App.tsx'

applyDirection()
applyTheme()
startAddress()
watchAttendance()
if (session.get().locale === '') session.setLocale(firstLocale(navigator.languages))
loadTexts()
  .then(() => textsUpTo('rest'))
  .then(() => createRoot(document.getElementById('app')!).render(<App />), cannotStart)
