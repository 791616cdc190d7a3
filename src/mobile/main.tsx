import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { startUpdates } from '#client/app-update.ts'
import { cannotStart } from '#client/cannot-start.ts'
import { applyDirection } from '#client/direction.ts'
import { listenForInstall } from '#client/install.ts'
import { startNavigation } from '#client/navigation.ts'
import { placeOf } from '#client/paths.ts'
import { loadTexts, textsUpTo } from '#client/texts.ts'
import { App } from './App.tsx'
import { preload } from './screens.ts'

const AFTER_FIRST_PAGE_MS = 3_000

applyDirection()
startNavigation()
listenForInstall()
const texts = loadTexts()
// The first screen's code travels beside its words, not after them.
const first = placeOf(location.hash)
if (first !== null) void preload(first.name)
texts.then(() => {
  createRoot(document.getElementById('app')!).render(<App />)
  // After the first page: the words of all others, and what is kept for the next start.
  setTimeout(() => void textsUpTo('rest').then(startUpdates, startUpdates), AFTER_FIRST_PAGE_MS)
}, cannotStart)
