import './console.css'
import { createRoot } from 'react-dom/client'
import { cannotStart } from '#client/cannot-start.ts'
import { applyDirection } from '#client/direction.ts'
import { loadTexts, textsUpTo } from '#client/texts.ts'
import { startAddress } from '#console/kit/address.ts'
import { watchAttendance } from '#console/kit/attended.ts'
import { applyTheme } from '#console/kit/theme.ts'
import { App } from './App.tsx'

applyDirection()
applyTheme()
startAddress()
watchAttendance()
loadTexts()
  .then(() => textsUpTo('rest'))
  .then(() => createRoot(document.getElementById('app')!).render(<App />), cannotStart)
